package io.atp.spark.room;

import org.apache.spark.api.java.JavaSparkContext;

/// Names the jobs of a room, for the log and the pages of the Spark UI.
public final class Rooms {
  private static final System.Logger LOG = System.getLogger(Rooms.class.getName());

  private Rooms() {}

  /// Jobs started from here on, by this thread, bear this description.
  public static void enter(JavaSparkContext spark, String room, String step) {
    spark.setJobDescription("atp " + room + ": " + step);
    LOG.log(System.Logger.Level.INFO, "{0}: {1}", room, step);
  }

  public static void leave(JavaSparkContext spark) {
    spark.setJobDescription(null);
  }
}
