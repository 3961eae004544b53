package io.atp.io.format;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/// Which ids from 0 to a known largest one occur, and how many lie below each: `rank` numbers them
/// 0 … n−1 in their own order. One bit an id, and four bytes for 64 of them.
final class IdBits {
  private static final VarHandle WORD = MethodHandles.arrayElementVarHandle(long[].class);

  private final int largest;
  private final long[] words;
  private int[] before;
  private int count;

  IdBits(int largest) {
    this.largest = largest;
    this.words = new long[(largest >>> 6) + 1];
  }

  /// May be called from any number of threads.
  void mark(int id) {
    long bit = 1L << id;
    if ((words[id >>> 6] & bit) == 0) { // most ids come often: look before the costly write
      WORD.getAndBitwiseOr(words, id >>> 6, bit);
    }
  }

  /// Ends marking.
  void rankAll() {
    before = new int[words.length];
    for (int i = 0; i < words.length; i++) {
      before[i] = count;
      count += Long.bitCount(words[i]);
    }
  }

  int count() {
    return count;
  }

  /// Whether the ids are 0 … n−1 already.
  boolean contiguous() {
    return count == largest + 1;
  }

  /// How many ids lie below this one.
  int rank(int id) {
    return before[id >>> 6] + Long.bitCount(words[id >>> 6] & (1L << id) - 1);
  }

  /// The ids themselves, increasing.
  long[] ids() {
    long[] ids = new long[count];
    int at = 0;
    for (int i = 0; i < words.length; i++) {
      for (long word = words[i]; word != 0; word &= word - 1) {
        ids[at++] = ((long) i << 6) + Long.numberOfTrailingZeros(word);
      }
    }
    return ids;
  }
}
