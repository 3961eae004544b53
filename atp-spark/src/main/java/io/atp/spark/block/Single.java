package io.atp.spark.block;

import java.util.Collections;
import java.util.Iterator;

/// The one element of a partition.
public final class Single {
  private Single() {}

  public static <T> Iterator<T> of(T element) {
    return Collections.singleton(element).iterator();
  }
}
