package io.atp.core.graph;

import static org.assertj.core.api.Assertions.assertThat;

import io.atp.core.runtime.StatelessHash;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BucketFileTest {
  private static final int LISTS = 3;

  @ParameterizedTest
  @ValueSource(ints = {Long.BYTES, BucketFile.PACKED_BYTES})
  void listsComeBackAsTheyWereAlsoFromASealedFile(int entryBytes, @TempDir Path folder) {
    long bound = entryBytes == Long.BYTES ? -1 : (1L << 48) - 1;
    List<List<Long>> expected = new ArrayList<>();
    for (int list = 0; list < LISTS; list++) {
      expected.add(new ArrayList<>());
    }
    Path path = folder.resolve("lists");
    long all = 0;
    try (BucketFile file = BucketFile.create(LISTS, path, entryBytes)) {
      int[] lengths = {1, 700, 0, 3, 65_535, 2};
      for (int block = 0; block < lengths.length; block++) {
        int list = block % 2; // the last list stays empty
        long[] longs = new long[lengths[block]];
        for (int i = 0; i < longs.length; i++) {
          longs[i] = i == 0 ? bound : StatelessHash.of(block, i) & bound;
          expected.get(list).add(longs[i]);
        }
        MemorySegment memory = Arena.ofAuto().allocate(longs.length * 8L + 8);
        MemorySegment.copy(longs, 0, memory, ValueLayout.JAVA_LONG_UNALIGNED, 0, longs.length);
        file.append(list, memory, longs.length);
        all += longs.length;
      }
      assertThat(file.longs()).isEqualTo(all);
      assertLists(file, expected);
      assertThat(file.seal()).isGreaterThan(all * entryBytes);
    }
    try (BucketFile again = BucketFile.open(LISTS, path, entryBytes, all)) {
      assertLists(again, expected);
    }
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
