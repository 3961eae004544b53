/// A trained model put to use: saved as a folder, read back, asked for labels of a whole graph or
/// of one node it has never seen, and asked why.
///
/// Nothing here trains.
package io.atp.learn.predict;
