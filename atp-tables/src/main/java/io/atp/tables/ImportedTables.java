package io.atp.tables;

import io.atp.io.dataset.GraphData;

/// A graph that came from tables, and the account of how.
public record ImportedTables(GraphData data, TableReport report) {}
