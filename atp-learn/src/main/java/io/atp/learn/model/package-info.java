/// The backbones: what each prepares from an operator and features, and the few layers it trains on
/// that.
///
/// In comes a [io.atp.learn.model.Problem] with any operator, classic or ATP's; out go logits. One
/// file per backbone, its equation first.
package io.atp.learn.model;
