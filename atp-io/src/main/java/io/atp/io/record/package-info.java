/// The account of one run: what was asked, on what input and machine, how long each step took and
/// which files came out. Everything needed to run it again stands in one `run.json`.
package io.atp.io.record;
