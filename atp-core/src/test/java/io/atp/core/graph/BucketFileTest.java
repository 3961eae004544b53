package io.atp.core.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.atp.core.runtime.StatelessHash;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BucketFileTest {
  private static final int LISTS = 3;
  private static final int[] LENGTHS = {1, 700, 0, 3, 65_535, 2};

  @ParameterizedTest
  @ValueSource(ints = {Long.BYTES, BucketFile.PACKED_BYTES})
  void listsComeBackAsTheyWereAlsoFromASealedFile(int entryBytes, @TempDir Path folder) {
    Path path = folder.resolve("lists");
    List<List<Long>> expected;
    long all;
    try (BucketFile file = BucketFile.create(LISTS, path, entryBytes, MemorySegment.NULL)) {
      expected = fill(file, entryBytes);
      all = file.longs();
      assertThat(all).isEqualTo(expected.stream().mapToLong(List::size).sum());
      assertLists(file, expected);
      assertThat(file.seal()).isGreaterThan(all * entryBytes);
    }
    try (BucketFile again = BucketFile.open(LISTS, path, entryBytes, all)) {
      assertLists(again, expected);
      again.giveUp();
      assertLists(again, expected);
    }
  }

  /// Room for the first block, for a little less than two, for two, for all but the longest, for
  /// all: no block is cut.
  @ParameterizedTest
  @CsvSource({"8, 66240", "5607, 66240", "5608, 65540", "9999, 65537", "1000000, 0"})
  void theFirstBlocksStayInMemory(long bytes, long longsInFile, @TempDir Path folder)
      throws IOException {
    Path path = folder.resolve("lists");
    MemorySegment front = Arena.ofAuto().allocate(bytes);
    try (BucketFile file = BucketFile.create(LISTS, path, Long.BYTES, front)) {
      List<List<Long>> expected = fill(file, Long.BYTES);
      assertLists(file, expected);
      assertThat(Files.size(path)).isEqualTo(longsInFile * Long.BYTES);
      file.giveUp(0, 1);
      file.giveUp(0, LISTS);
      assertLists(file, expected);
      for (int list = 0; list < LISTS; list++) {
        assertThat(file.touch(list, ByteBuffer.allocate(100))).isTrue();
      }
      if (longsInFile > 0) {
        Files.write(path, new byte[8]);
        assertThat(file.touch(0, ByteBuffer.allocate(100))).as("cut short").isFalse();
      }
      assertThatThrownBy(file::seal).hasMessageContaining("begins in memory");
    }
  }

  /// Room for two blocks is reserved as one: in memory if both fit there, in the file if not.
  @ParameterizedTest
  @CsvSource({"48, 0", "47, 6"})
  void whatIsReservedTogetherLiesTogether(long bytes, long longsInFile, @TempDir Path folder)
      throws IOException {
    Path path = folder.resolve("lists");
    MemorySegment front = Arena.ofAuto().allocate(bytes);
    try (BucketFile file = BucketFile.create(LISTS, path, Long.BYTES, front)) {
      long place = file.reserve(6);
      MemorySegment four = Arena.ofAuto().allocateFrom(ValueLayout.JAVA_LONG, 1, 2, 3, 4);
      MemorySegment two = Arena.ofAuto().allocateFrom(ValueLayout.JAVA_LONG, 5, 6);
      file.put(1, two, 2, place + 4);
      file.put(0, four, 4, place);
      assertLists(file, List.of(List.of(1L, 2L, 3L, 4L), List.of(5L, 6L), List.of()));
      assertThat(Files.size(path)).isEqualTo(longsInFile * Long.BYTES);
    }
  }

  /// Blocks of the lists in turn; the last list stays empty.
  private static List<List<Long>> fill(BucketFile file, int entryBytes) {
    long bound = entryBytes == Long.BYTES ? -1 : (1L << 48) - 1;
    List<List<Long>> expected = new ArrayList<>();
    for (int list = 0; list < LISTS; list++) {
      expected.add(new ArrayList<>());
    }
    for (int block = 0; block < LENGTHS.length; block++) {
      int list = block % 2;
      long[] longs = new long[LENGTHS[block]];
      for (int i = 0; i < longs.length; i++) {
        longs[i] = i == 0 ? bound : StatelessHash.of(block, i) & bound;
        expected.get(list).add(longs[i]);
      }
      MemorySegment memory = Arena.ofAuto().allocate(longs.length * 8L + 8);
      MemorySegment.copy(longs, 0, memory, ValueLayout.JAVA_LONG_UNALIGNED, 0, longs.length);
      file.append(list, memory, longs.length);
    }
    return expected;
  }

  private static void assertLists(BucketFile file, List<List<Long>> expected) {
    for (int list = 0; list < LISTS; list++) {
      assertThat(file.size(list)).isEqualTo(expected.get(list).size());
      MemorySegment into = Arena.ofAuto().allocate(file.size(list) * 8L);
      file.read(list, into);
      long[] read = into.toArray(ValueLayout.JAVA_LONG_UNALIGNED);
      assertThat(read).isEqualTo(expected.get(list).stream().mapToLong(Long::longValue).toArray());
    }
  }
}
