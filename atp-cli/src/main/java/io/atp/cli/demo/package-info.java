/// What `atp demo` needs to show that propagation helps: a classifier of a few lines, judged apart
/// on nodes of low and of high degree. Labels live here, outside the core.
package io.atp.cli.demo;
