package io.atp.spark;

import org.apache.spark.sql.SparkSession;

/// One session for all tests, small and silent.
final class LocalSpark {
  private static SparkSession session;

  private LocalSpark() {}

  /// Another session in its place, as long as that lives.
  static synchronized void use(SparkSession other) {
    session = other;
  }

  static synchronized SparkSession session() {
    if (session == null) {
      session =
          SparkSession.builder()
              .master("local[2]")
              .appName("atp tests")
              .config("spark.ui.enabled", "false")
              .config("spark.sql.shuffle.partitions", "2")
              .config("spark.driver.host", "localhost")
              .config("spark.driver.bindAddress", "127.0.0.1")
              .config("spark.sql.adaptive.enabled", "false")
              .config("spark.sql.codegen.wholeStage", "false") // compiling costs more than it saves
              .getOrCreate();
    }
    return session;
  }
}
