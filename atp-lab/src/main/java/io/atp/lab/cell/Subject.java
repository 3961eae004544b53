package io.atp.lab.cell;

import io.atp.io.dataset.SplitRule;
import io.atp.learn.experiment.LabelledData;

/// A data set ready to be measured on.
///
/// @param name by which recipes know it
/// @param checksum of everything that is learned from
/// @param generated whether it only has the shape of the data set
public record Subject(
    String name, LabelledData data, SplitRule split, String checksum, boolean generated) {}
