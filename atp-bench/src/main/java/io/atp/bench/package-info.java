/// How fast we are beside what people use today: [Compare] makes one graph, lets every peer and us
/// do the same work on it, checks that the results agree, and prints one table of ratios. Kernels
/// by themselves are measured by JMH in `jmh`.
package io.atp.bench;
