/// NumPy's `.npy` arrays and `.npz` archives, in and out, in memory or mapped. A header is parsed
/// by a small fixed grammar and nothing in a file is ever executed; every size a file claims is
/// held against its real length before memory is asked for.
package io.atp.io.npy;
