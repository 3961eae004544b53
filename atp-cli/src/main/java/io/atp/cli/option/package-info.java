/// Options that several commands share, each group turning what was typed into the settings record
/// of a room, or refusing it in one sentence that names the option.
package io.atp.cli.option;
