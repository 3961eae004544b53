/// The report of one training run: the results of its repeats, without and with ATP, and the graph
/// come in; learning curves, accuracy by degree, coefficients by degree, edges hidden, confusion
/// and calibration come out, as a [io.atp.lab.report.Report].
package io.atp.lab.run;
