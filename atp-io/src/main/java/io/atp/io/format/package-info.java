/// One reader per graph format, each a [io.atp.io.dataset.GraphReader], and [GraphFiles], which
/// picks the one that knows a path.
package io.atp.io.format;
