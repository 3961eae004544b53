/// What a long command leaves behind while it works, so that the same command can go on after it
/// was killed or the disk was full: a hidden folder beside the output, with finished parts, their
/// checksums, and the facts of data and settings they belong to.
package io.atp.io.checkpoint;
