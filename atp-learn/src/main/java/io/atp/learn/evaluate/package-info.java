/// How good a model is: predictions or probabilities and [io.atp.io.dataset.Labels] over a list of
/// nodes come in, [io.atp.learn.evaluate.Evaluation], [io.atp.learn.evaluate.Calibration], accuracy
/// by degree band and the [io.atp.learn.evaluate.Spread] over repeats come out. It knows no model:
/// whatever gives a row of numbers per node can be judged.
package io.atp.learn.evaluate;
