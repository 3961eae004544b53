/// Which operator features travel along: a classic one, or ATP's, on the graph as it is or
/// corrected.
///
/// A plan is data: a search lists many, a saved run holds one, and the same plan on the same graph
/// gives the same operator.
package io.atp.learn.plan;
