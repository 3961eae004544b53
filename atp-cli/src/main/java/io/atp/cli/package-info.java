/// The `atp` command: reads options into the records of the rooms, calls one room after the other,
/// and says what came out. Results go to standard output, everything else to standard error; what
/// the user can mend is one sentence and exit code 2. Holds no algorithm.
package io.atp.cli;
