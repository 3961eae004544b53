/// One question asked properly: a backbone, an operator plan and a data set, repeated from fresh
/// weights and, where the protocol draws one, a fresh split; validation chooses, test is read once
/// a repeat.
package io.atp.learn.experiment;
