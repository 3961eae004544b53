/// A graph comes in; a division of its nodes goes out: balanced parts with few edges between them
/// ([Partitioner], for Cluster-GCN), or a smaller graph whose nodes stand for groups. Both merge
/// nodes level by level; nothing here knows features, labels or the paper's operator.
package io.atp.core.partition;
