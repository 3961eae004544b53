package io.atp.bench;

import io.atp.io.json.Json;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleSupplier;

/// Times epochs and puts into words what came of them.
///
/// @param losses of the first epochs, which must be everybody's
record EpochAnswer(Timing timing, double[] losses, long peakBytes) {
  static final String TASK = "epoch";
  private static final int COMPARED = 5;
  private static final int WARM_UPS = 4;

  /// @param epoch trains once and returns the loss before its step
  static EpochAnswer measure(int trials, DoubleSupplier epoch) throws IOException {
    List<Double> losses = new ArrayList<>();
    Timing timing = Timing.of(WARM_UPS, trials, () -> losses.add(epoch.getAsDouble()));
    double[] first = losses.stream().limit(COMPARED).mapToDouble(Double::doubleValue).toArray();
    return new EpochAnswer(timing, first, PeakMemory.bytes());
  }

  /// As [Peer] reads it.
  String line(String version) {
    Map<String, Object> measured = new LinkedHashMap<>();
    measured.put("seconds", timing.seconds());
    measured.put("checksum", losses[losses.length - 1]);
    measured.put("losses", losses);
    measured.put("peakBytes", peakBytes);
    return Json.write(Map.of("version", version, "tasks", Map.of(TASK, measured)))
        .replace('\n', ' ');
  }

  static double[] losses(Peer.Answer answer) {
    return ((List<?>) measured(answer).get("losses"))
        .stream().mapToDouble(value -> ((Number) value).doubleValue()).toArray();
  }

  /// `0.84 GB at most`.
  static String memory(Peer.Answer answer) {
    double bytes = ((Number) measured(answer).get("peakBytes")).doubleValue();
    return bytes == 0 ? "peak memory not told here" : "%.2f GB at most".formatted(bytes * 1e-9);
  }

  private static Map<?, ?> measured(Peer.Answer answer) {
    return (Map<?, ?>) answer.tasks().get(TASK);
  }
}
