package io.atp.io.store;

import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.GraphData;
import java.io.IOException;

public final class NativeStore {
  private NativeStore() {}

  public static void write(OutputFolder out, GraphData data, Workspace work) throws IOException {
    throw new UnsupportedOperationException();
  }
}
