/// What a report shows, and how it is written: one HTML page that needs nothing else, and every
/// table as Markdown, CSV and LaTeX.
///
/// The records here hold figures that were measured; writers draw them and compute nothing.
package io.atp.lab.report;
