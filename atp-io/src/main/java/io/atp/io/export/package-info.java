/// A [io.atp.io.dataset.GraphData] in the formats other tools read, by the user's own ids: what
/// comes in is any graph, what goes out is one file or folder, whole or not at all, and an
/// [ExportReport] of what the format had no place for. The same data give the same bytes.
package io.atp.io.export;
