/// Tables of nodes and edges (CSV, Parquet, JSON) with ids of any type, through DuckDB: in as a
/// `GraphData` whose nodes are numbered in id order, out again by the user's own ids. DuckDB reads,
/// sorts and joins on disk where memory is short; it is given the named files and nothing else.
package io.atp.tables;
