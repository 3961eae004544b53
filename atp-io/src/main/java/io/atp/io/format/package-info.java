/// One reader per graph format, each a [io.atp.io.dataset.GraphReader], and [GraphFiles], which
/// picks the one that knows a path. [SplitFiles] reads splits that lie beside a graph.
package io.atp.io.format;
