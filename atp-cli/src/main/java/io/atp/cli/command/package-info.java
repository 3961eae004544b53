/// One class for each word after `atp`: it parses, calls the rooms in the order of the paper, and
/// prints. What it computed lies in the output folder beside a `run.json` that says how.
package io.atp.cli.command;
