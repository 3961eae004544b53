/// What a run will take before it is begun: sizes come in, memory, disk and time of each room go
/// out, as ranges with their reasons. All formulas stand in [Needs]; [MachineSpeed] measures for
/// two seconds what they are multiplied with.
package io.atp.core.estimate;
