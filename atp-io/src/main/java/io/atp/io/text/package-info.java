/// Text files: gzip that cannot inflate without end, numbers parsed where they lie, comma-separated
/// records and the small part of YAML that descriptions of data sets use, with the line known for
/// every message.
package io.atp.io.text;
