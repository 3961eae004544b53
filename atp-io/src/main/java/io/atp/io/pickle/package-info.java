/// Python pickles, read as data. A short list of opcodes and of class names is understood, enough
/// for dictionaries, lists, numbers, NumPy arrays and SciPy sparse matrices; anything else is
/// refused with its place in the file, and no class is ever looked up or run.
package io.atp.io.pickle;
