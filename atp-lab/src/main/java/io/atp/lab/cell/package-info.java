/// One measurement: what it is of, how it is made, and the record it leaves.
package io.atp.lab.cell;
