/// What is odd about a graph that was read. Data come in, findings go out: each with its numbers,
/// why it matters and the command that mends it. Nothing here changes the data.
package io.atp.io.doctor;
