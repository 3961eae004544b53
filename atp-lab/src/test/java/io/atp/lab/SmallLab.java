package io.atp.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.SplitRule;
import io.atp.io.generate.GeneratorConfig;
import io.atp.io.generate.GraphGenerator;
import io.atp.lab.cell.Cell;
import io.atp.lab.cell.CellRecord;
import io.atp.lab.cell.CellRecords;
import io.atp.lab.cell.DataChecksum;
import io.atp.lab.cell.Effort;
import io.atp.lab.cell.Subject;
import io.atp.lab.study.Findings;
import io.atp.lab.study.Study;
import io.atp.learn.experiment.LabelledData;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// A laboratory whose Cora is a small generated graph, and which has no other data.
///
/// @param folder of the records
/// @param measured every cell it was told of, in that order
record SmallLab(Path folder, List<Cell> measured) {
  static final Effort EFFORT =
      new Effort(2, 7, new TreeMap<>(Map.of("epochs", 4, "layers", 2)), 1, true);

  SmallLab(Path folder) {
    this(folder, new ArrayList<>());
  }

  static Subject open(String name, Workspace work) throws IOException {
    if (!name.equals("cora")) {
      throw new IOException("it was left at home");
    }
    var data = LabelledData.of(GraphGenerator.generate(GeneratorConfig.of(240, 900, 12, 3), work));
    return new Subject(name, data, SplitRule.parse("10/10"), DataChecksum.of(data), true);
  }

  CellRecords records() {
    return new CellRecords(folder, EFFORT, "test");
  }

  Lab on(Workspace work) {
    return new Lab(records(), SmallLab::open, work, listener());
  }

  Findings run(List<Study> studies, int threads) throws IOException {
    try (Workspace work = Workspace.open(threads)) {
      return on(work).run(studies, List.of("cora", "citeseer"));
    }
  }

  Lab.Listener listener() {
    return new Lab.Listener() {
      @Override
      public void measuring(Cell cell, Pace.State state) {
        assertThat(state.done()).isBetween(0L, state.all());
      }

      @Override
      public void measured(Cell cell, CellRecord record) {
        measured.add(cell);
      }
    };
  }
}
