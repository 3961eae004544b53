package io.atp.cli.command;

import io.atp.cli.option.DataOptions;
import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.GraphData;
import io.atp.io.dataset.LargestComponent;
import io.atp.io.dataset.SplitRule;
import io.atp.io.format.GraphFiles;
import io.atp.io.generate.GraphGenerator;
import io.atp.io.generate.GraphShape;
import io.atp.io.registry.DataSources;
import io.atp.lab.Lab;
import io.atp.lab.cell.DataChecksum;
import io.atp.lab.cell.Subject;
import io.atp.learn.experiment.LabelledData;
import io.atp.learn.experiment.Protocol;
import java.io.IOException;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/// Data sets by name for the laboratory: found, downloaded where that is wanted, or generated in
/// their shape.
final class NamedSubjects implements Lab.Subjects {
  private final Run run;
  private final DataOptions sources;
  private final boolean download;
  private final OptionalDouble scale;
  private final Map<String, String> checksums = new LinkedHashMap<>();
  private final Set<String> opened = new HashSet<>();

  NamedSubjects(Run run, DataOptions sources, boolean download, OptionalDouble scale) {
    this.run = run;
    this.sources = sources;
    this.download = download;
    this.scale = scale;
  }

  /// Of every data set opened so far, for the record.
  Map<String, String> checksums() {
    return checksums;
  }

  /// Whether a data set was there, or generated.
  boolean opened(String dataSet) {
    return opened.contains(dataSet);
  }

  @Override
  public Subject open(String dataSet, Workspace work) throws IOException {
    DataSources.Found found;
    try {
      found = sources.find(dataSet, run.work().progress(), !download);
    } catch (IOException e) {
      if (scale.isEmpty()) {
        throw e;
      }
      return generated(dataSet, work);
    }
    GraphData read = GraphFiles.read(found.path(), work);
    boolean largest = Protocol.largestComponent(found.dataSet());
    GraphData data = largest ? LargestComponent.of(read, work) : read;
    SplitRule split = Protocol.split(data, found.dataSet(), largest);
    return subject(dataSet, data, split, false);
  }

  private Subject generated(String dataSet, Workspace work) {
    String shape = dataSet.replace("ogbn-", "").replace("amazon-", "").replace("coauthor-", "");
    GraphData data =
        GraphGenerator.generate(GraphShape.named(shape).config(scale.getAsDouble()), work);
    return subject(dataSet, data, Protocol.split(data, Optional.empty(), false), true);
  }

  private Subject subject(String dataSet, GraphData data, SplitRule split, boolean generated) {
    LabelledData labelled = LabelledData.of(data);
    String checksum = DataChecksum.of(labelled);
    opened.add(dataSet);
    checksums.put(dataSet + (generated ? ", generated" : ""), checksum);
    return new Subject(dataSet, labelled, split, checksum, generated);
  }
}
