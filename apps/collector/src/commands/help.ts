import type { CommandName } from './command-line.ts';

const asking = `      --community TEXT SNMP community (public)
      --user NAME      SNMPv3 user; with --auth MD5|SHA-1|SHA-224|SHA-256|SHA-384|SHA-512 and
                       --priv DES|AES-128|AES-192|AES-256|AES-192-C|AES-256-C (C: keys as Cisco makes them);
                       passwords from PLATEN_SNMP_AUTH_PASSWORD, PLATEN_SNMP_PRIV_PASSWORD or
                       --auth-password-file, --priv-password-file
      --context NAME   SNMPv3 context (the default one, then MFP)
      --timeout TIME   wait for one answer (2s)
      --retries N      further tries after no answer (1)`;

const run = `Reads printers and delivers what they say to a Platen server.

  npm run collect -- --targets 192.0.2.0/28,printer.example --server URL --key-file FILE
  npm run collect -- --settings FILE --every 15m
  npm run collect -- --targets printer.example --dry-run
  npm run collect -- walk TARGET | explain FILE | status      (each with --help)

What to read
  -t, --targets LIST   hosts, networks, ranges, parted by commas: 192.0.2.0/28, 192.0.2.10-20,
                       printer.example, 127.0.0.1:16101-16108 (port 161 where none is given)
      --mdns           and the printers that announce themselves in this network (DNS-SD)
      --exclude LIST   not these, in the same form
${asking}
      --settings FILE  JSON with server, keyFile, every, sites with customers and dealers: docs/collector.md

Where to deliver
  -s, --server URL     the server's address; or PLATEN_COLLECTOR_SERVER
      --key-file FILE  file with the collector key; or PLATEN_COLLECTOR_KEY
      --key KEY        the key itself; others on this machine can see it in the process list
      --dry-run        deliver nothing, keep nothing: show the reports (needs neither server nor key)
      --json           with --dry-run: the reports as JSON, one a line

How
      --once           one round (as without --every; goes before "every" of the settings)
      --every TIME     go on as a service, one round each 15m, 1h …
      --data FOLDER    keeps undelivered reports and what is known of the devices; or PLATEN_COLLECTOR_DATA
                       (a folder in ~/.local/state)
      --name TEXT      name of this collector in the reports (the host's name)
      --concurrency N  devices read at the same time (64)
      --packets-per-second N  new addresses asked a second while searching (250)
      --deadline TIME  the most time for one device (60s)
      --log-json       messages as JSON lines (as a service always)
  -h, --help
      --version

Exit codes: 0 done; 1 unexpected error; 2 wrong command line or settings; 3 done, but reports still wait on disk
or could not be kept; 4 another collector uses the data folder; 5 the data folder is of a newer version.
`;

const walk = `Saves what a device says as a recording for a bug report, with all that could tell whose it is replaced.

  npm run collect -- walk printer.example [--out FILE]

Serials, MAC and IP addresses, names, locations, contacts and host names become placeholders of the same length,
the same everywhere in the file. Look through it before you send it: a maker's own tables may hold what nobody foresaw.

  -o, --out FILE       where to (walk-DATE.snmprec in this folder; beside it .ipp where the device speaks IPP);
                       an existing file is not written over
      --deadline TIME  the most time (5m)
${asking}
      --settings FILE  takes community and credentials from a site of this file that names the target
  -h, --help

Exit codes: 0 saved; 1 unexpected error; 2 wrong command line; 3 no answer, or saved only in part.
`;

const explain = `Shows what Platen would read from a recording, value by value.

  npm run collect -- explain FILE [--json]

FILE is a recording of SNMP (.snmprec) or an answer to Get-Printer-Attributes (.ipp).
Each line: path in the report, value, object or attribute it came from, rule, raw value.

      --json           one JSON document instead of the table
  -h, --help

Exit codes: 0 shown; 1 unexpected error; 2 wrong command line, or no recording; 3 a recording, but not of a printer.
`;

const status = `Shows how the collector of a data folder is, whether it runs at present or not.

  npm run collect -- status [--data FOLDER] [--json]

      --data FOLDER    as the collector was given it; or PLATEN_COLLECTOR_DATA
      --settings FILE  takes the folder from there
      --json
  -h, --help

Exit codes: 0 all is well; 2 wrong command line, or no collector has used that folder; 3 something needs a look:
reports wait and nothing delivers them, reports were refused, or known devices fail.
`;

/** What `--help` prints. */
export const helpTexts: Readonly<Record<CommandName, string>> = { run, walk, explain, status };
