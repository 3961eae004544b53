/// JSON as the run records, manifests and `--json` answers need it: plain maps, lists, strings and
/// numbers, written in one fixed layout and read back strictly; [JsonCursor] walks through files
/// that are too large to hold.
package io.atp.io.json;
