/// What a reader gives back whatever the format was: a [GraphData] of graph, features, labels,
/// split and the ids the user knows the nodes by, and the [GraphReader] interface behind which
/// every format stands. A [SplitRule] parts the labelled nodes where the data does not, or draws a
/// new split for every repeat.
package io.atp.io.dataset;
