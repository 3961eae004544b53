package io.atp.learn.experiment;

import io.atp.io.store.OutputFolder;
import io.atp.learn.model.Judgement;
import io.atp.learn.store.MatrixFolder;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.train.Checkpoints;
import io.atp.learn.train.TrainingHistory;
import io.atp.learn.train.TrainingState;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Checkpoints of one repeat in a folder of its own, replaced in one step, so that a process killed
/// at any moment leaves either the old state or the new one.
///
/// @param fingerprint of data and settings; a state of others is refused, never used
/// @param every epochs between two states
public record FolderCheckpoints(Path folder, String fingerprint, int every) implements Checkpoints {
  private static final String KIND = "checkpoint";
  private static final String VALUE = "value.";
  private static final String KEPT = "kept.";
  private static final String MOMENT = "moment.";

  @Override
  public boolean due(int epoch) {
    return epoch % every == 0;
  }

  @Override
  public Optional<TrainingState> load() {
    if (!Files.exists(folder)) {
      return Optional.empty();
    }
    try {
      MatrixFolder read = MatrixFolder.read(folder, KIND);
      Map<String, Object> facts = read.facts();
      if (!fingerprint.equals(facts.get("fingerprint"))) {
        throw new IOException(
            "%s is the checkpoint of other data or settings; remove it or name another output"
                .formatted(folder));
      }
      boolean hasKept = Boolean.TRUE.equals(facts.get("hasKept"));
      return Optional.of(
          new TrainingState(
              Boolean.TRUE.equals(facts.get("finished")),
              epochs(facts.get("epochs")),
              ((Number) facts.get("keptEpoch")).intValue(),
              part(read, VALUE),
              hasKept ? Optional.of(part(read, KEPT)) : Optional.empty(),
              ((Number) facts.get("optimiserSteps")).longValue(),
              part(read, MOMENT)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void save(TrainingState state) {
    try (OutputFolder out = OutputFolder.create(folder);
        Arena arena = Arena.ofConfined()) {
      Map<String, Matrix> matrices = new LinkedHashMap<>();
      add(matrices, VALUE, state.values(), arena);
      state.kept().ifPresent(kept -> add(matrices, KEPT, kept, arena));
      add(matrices, MOMENT, state.optimiser(), arena);
      Map<String, Object> facts = new LinkedHashMap<>();
      facts.put("fingerprint", fingerprint);
      facts.put("finished", state.finished());
      facts.put("keptEpoch", state.keptEpoch());
      facts.put("hasKept", state.kept().isPresent());
      facts.put("optimiserSteps", state.optimiserSteps());
      facts.put("epochs", state.epochs().stream().map(FolderCheckpoints::numbers).toList());
      MatrixFolder.write(out, KIND, facts, matrices);
      out.commit();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public Checkpoints stage(int number) {
    Path place = folder.resolveSibling("%s-stage-%d".formatted(folder.getFileName(), number));
    return new FolderCheckpoints(place, fingerprint, every);
  }

  private static List<Object> numbers(TrainingHistory.Epoch epoch) {
    boolean judged = epoch.validation().made();
    List<Object> numbers = new ArrayList<>();
    numbers.add(epoch.number());
    numbers.add(epoch.trainingLoss());
    numbers.add(judged ? epoch.validation().loss() : null);
    numbers.add(judged ? epoch.validation().score() : null);
    return numbers;
  }

  private static List<TrainingHistory.Epoch> epochs(Object list) {
    List<TrainingHistory.Epoch> epochs = new ArrayList<>();
    for (Object item : (List<?>) list) {
      List<?> numbers = (List<?>) item;
      Judgement validation =
          numbers.get(2) == null
              ? Judgement.NONE
              : new Judgement(number(numbers.get(2)), number(numbers.get(3)));
      epochs.add(
          new TrainingHistory.Epoch(
              (int) number(numbers.get(0)), number(numbers.get(1)), validation));
    }
    return epochs;
  }

  private static double number(Object value) {
    return ((Number) value).doubleValue();
  }

  private static void add(
      Map<String, Matrix> into, String prefix, Map<String, float[][]> from, Arena arena) {
    from.forEach((name, rows) -> into.put(prefix + name, Matrix.of(rows, arena)));
  }

  private static Map<String, float[][]> part(MatrixFolder folder, String prefix) {
    Map<String, float[][]> part = new LinkedHashMap<>();
    folder
        .matrices()
        .forEach(
            (name, rows) -> {
              if (name.startsWith(prefix)) {
                part.put(name.substring(prefix.length()), rows);
              }
            });
    return part;
  }
}
