/// The search for settings: operators and hyper-parameters, judged on validation alone.
///
/// The baseline, no ATP, is searched with the same budget as ATP, and every classic operator is
/// among ATP's candidates too.
package io.atp.learn.tune;
