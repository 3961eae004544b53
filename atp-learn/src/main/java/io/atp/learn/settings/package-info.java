/// Settings are records; this room reads them from text and maps and writes them back, by component
/// name, so that a flag, a config file and a search all speak of the same names.
package io.atp.learn.settings;
