/// Unsorted arcs come in; an immutable [CsrGraph] goes out, with an account of what was merged,
/// dropped and added, and the graph algorithms that know nothing of ATP: transpose, subgraph,
/// components, orders. This is G = (V, E) and A of the paper; self-loops (Â = A + I) are never
/// stored, they belong to the operator.
package io.atp.core.graph;
