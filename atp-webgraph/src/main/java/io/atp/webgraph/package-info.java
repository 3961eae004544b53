/// Graphs as WebGraph compresses them: `NAME.graph` and `NAME.properties` come in as a stream of
/// arcs through [WebGraphReader], found by whoever asks [io.atp.io.format.GraphFiles], and go out
/// through [WebGraphExport].
package io.atp.webgraph;
