/// The laboratory: every table and figure of the paper as data, run on the graphs at hand, recorded
/// cell by cell and drawn from those records alone.
package io.atp.lab;
