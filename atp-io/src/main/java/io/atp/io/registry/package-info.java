/// Data sets by name: a name or a path comes in, the path of files that lie on this machine goes
/// out. The list of known sets is `datasets.json`; what is not at hand is downloaded from its
/// public home, verified, and put into the user's cache whole or not at all.
package io.atp.io.registry;
