/// The paper's tables and figures: which cells each needs, and how it is drawn from their records.
package io.atp.lab.study;
