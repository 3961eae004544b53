package io.atp.spark;

import io.atp.spark.table.ClassNames;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataType;

/// What all tables of one job have in common.
///
/// @param id name of the id column
/// @param idType its type, which every table that comes out has too
/// @param wholeIds whether ids travel as 64-bit numbers, else as texts
/// @param featureWidth columns of the features; 0 where there are none
/// @param hasSplit whether the node table says which nodes are for what
record NodeFacts(
    SparkSession spark,
    String id,
    DataType idType,
    boolean wholeIds,
    ClassNames classes,
    int featureWidth,
    boolean hasSplit) {}
