/// What a reader gives back whatever the format was: a [GraphData] of graph, features, labels,
/// split and the ids the user knows the nodes by, and the [GraphReader] interface behind which
/// every format stands.
package io.atp.io.dataset;
