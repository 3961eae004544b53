/// Text files as bytes: gzip that cannot inflate without end, and numbers parsed where they lie,
/// with the line known for every message.
package io.atp.io.text;
