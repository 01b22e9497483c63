/**
 * One option: how it is parsed and what `--help` prints. `value` names the argument of an option that takes
 * one.
 */
interface Option {
  type: 'string' | 'boolean';
  short?: string;
  value?: string;
  help: string;
}

const text = (value: string, help: string, short?: string) =>
  ({ type: 'string', value, help, ...(short === undefined ? {} : { short }) }) as const;
const flag = (help = '', short?: string) =>
  ({ type: 'boolean', help, ...(short === undefined ? {} : { short }) }) as const;

const general = { help: flag('', 'h'), version: flag() };

/** How devices are accessed, for `run` and `walk`. */
const access = {
  community: text('TEXT', 'SNMP community (public)'),
  user: text(
    'NAME',
    `SNMPv3 user; passwords from PLATEN_SNMP_AUTH_PASSWORD and PLATEN_SNMP_PRIV_PASSWORD,
or --auth-password-file and --priv-password-file`,
  ),
  auth: text('NAME', 'MD5, SHA-1, SHA-224, SHA-256, SHA-384 or SHA-512'),
  'auth-password-file': text('FILE', ''),
  priv: text('NAME', 'DES, AES-128, AES-192, AES-256, or AES-192-C, AES-256-C (keys as on Cisco devices)'),
  'priv-password-file': text('FILE', ''),
  context: text('NAME', 'SNMPv3 context (the default one, then MFP)'),
  timeout: text('TIME', 'wait for one answer (2s)'),
  retries: text('N', 'further tries without an answer (1)'),
};

const targets = {
  targets: text(
    'LIST',
    `hosts, networks, ranges, separated by commas: 192.0.2.0/28, 192.0.2.10-20,
printer.example, 127.0.0.1:16101-16108 (port 161 by default)`,
    't',
  ),
  mdns: flag('also printers that announce themselves in this network (DNS-SD)'),
  exclude: text('LIST', 'targets to leave out, in the same form'),
  settings: text('FILE', 'JSON with server, keyFile, every, sites with customers and dealers: docs/collector.md'),
};

const destination = {
  server: text('URL', 'URL of the server; or PLATEN_COLLECTOR_SERVER', 's'),
  'key-file': text('FILE', 'file with the collector key; or PLATEN_COLLECTOR_KEY'),
  key: text('KEY', 'the key itself; other users of this machine can see it in the process list'),
  'dry-run': flag('show the reports; deliver and store nothing (needs neither server nor key)'),
  json: flag('with --dry-run: one report per line as JSON'),
};

const way = {
  proxy: text('URL', 'proxy to the server, with user:password@ if it asks for them; or HTTPS_PROXY'),
  'ca-file': text('FILE', "certificates (PEM) of the site's own authorities; or PLATEN_COLLECTOR_CA"),
};

const rounds = {
  once: flag('one round (the default; takes precedence over "every" of the settings)'),
  every: text('TIME', 'run as a service, one round per interval: 15m, 1h …'),
  data: text(
    'FOLDER',
    `stores undelivered reports and known devices; or PLATEN_COLLECTOR_DATA
(a folder in ~/.local/state)`,
  ),
  name: text('TEXT', 'name of this collector in the reports (the host name)'),
  concurrency: text('N', 'devices read at the same time (64)'),
  'packets-per-second': text('N', 'new addresses probed per second in a search (250)'),
  deadline: text('TIME', 'maximum time for one device (60s)'),
  'log-json': flag('log as JSON lines (always on for a service)'),
};

const walk = {
  out: text(
    'FILE',
    `output file (walk-DATE.snmprec in this folder; IPP attributes in a second file with
the extension .ipp); existing files are not overwritten`,
    'o',
  ),
  deadline: text('TIME', 'maximum time (5m)'),
  ...access,
  settings: text('FILE', 'use community and credentials of the site of this file that lists the target'),
};

const enrol = {
  server: text('URL', 'URL of the server; or PLATEN_COLLECTOR_SERVER', 's'),
  data: text('FOLDER', 'folder of the collector; or PLATEN_COLLECTOR_DATA'),
  ...way,
  remote: text(
    'LEVEL',
    `how far the portal may go: off, see (its settings without secrets; the default),
manage (settings may come from there)`,
  ),
};

const { remote: _, ...reach } = enrol;
const check = {
  ...reach,
  settings: text('FILE', 'use server, key, proxy and folder of this file'),
};

const explain = { json: flag('one JSON document instead of the table') };

const status = {
  data: text('FOLDER', 'data folder of the collector; or PLATEN_COLLECTOR_DATA'),
  settings: text('FILE', 'use the data folder of this file'),
  json: flag(),
};

/** The options of each command, as `parseArgs` takes them. */
export const options = {
  run: { ...targets, ...access, ...destination, ...way, ...rounds, ...general },
  enrol: { ...enrol, ...general },
  check: { ...check, ...general },
  walk: { ...walk, ...general },
  explain: { ...explain, ...general },
  status: { ...status, ...general },
};
export type CommandName = keyof typeof options;

/** What `--help` prints for each command. */
export const helpTexts: Readonly<Record<CommandName, string>> = {
  run: `Reads printers and delivers their reports to a Platen server.

  npm run collect -- --targets 192.0.2.0/28,printer.example --server URL --key-file FILE
  npm run collect -- --settings FILE --every 15m
  npm run collect -- --targets printer.example --dry-run
  npm run collect -- enrol CODE | check | walk TARGET | explain FILE | status      (each with --help)

Printers
${toLines({ ...targets, ...access })}

Delivery
${toLines({ ...destination, ...way })}

Rounds
${toLines({ ...rounds, ...general })}

Exit codes: 0 done; 1 unexpected error; 2 wrong command line or settings; 3 done, but reports still wait on disk
or could not be stored; 4 another collector uses the data folder; 5 the data folder is of a newer version.
`,
  walk: `Saves the objects of a device as a recording for a bug report, redacted.

  npm run collect -- walk printer.example [--out FILE]

Serials, MAC and IP addresses, names, locations, contacts and host names are replaced by placeholders of the same
length, consistently in the whole file. Check the file before you send it: objects of the maker may hold more.

${toLines({ ...walk, ...general })}

Exit codes: 0 saved; 1 unexpected error; 2 wrong command line; 3 no answer, or saved only in part.
`,
  explain: `Shows what Platen would read from a recording, value by value.

  npm run collect -- explain FILE [--json]

FILE is an SNMP recording (.snmprec) or an answer to Get-Printer-Attributes (.ipp).
Each line: path in the report, value, source object or attribute, rule, raw value.

${toLines({ ...explain, ...general })}

Exit codes: 0 shown; 1 unexpected error; 2 wrong command line, or no recording; 3 a recording, but not of a printer.
`,
  enrol: `Enrols this machine as a collector, with the code that the portal shows.

  npm run collect -- enrol CODE --server URL [--data FOLDER] [--proxy URL] [--ca-file FILE]

Without CODE: PLATEN_ENROL_CODE.

${toLines({ ...enrol, ...general })}

Exit codes: 0 enrolled; 1 unexpected error; 2 it did not work, with the reason.
`,
  check: `Takes the way to the server step by step and names what fails: name, connection, proxy, certificate, server, key.

  npm run collect -- check [--server URL] [--data FOLDER] [--proxy URL] [--ca-file FILE]

${toLines({ ...check, ...general })}

Exit codes: 0 the server is reached and the key accepted; 2 wrong command line; 3 a step fails.
`,
  status: `Shows the state of the collector of a data folder, running or not.

  npm run collect -- status [--data FOLDER] [--json]

${toLines({ ...status, ...general })}

Exit codes: 0 no problem; 2 wrong command line, or no collector has used the folder; 3 something needs attention:
reports wait and no collector delivers them, reports were refused, or known devices fail.
`,
};

function toLines(table: Readonly<Record<string, Option>>): string {
  return Object.entries(table)
    .map(([name, { short, value, help }]) => {
      const option = `  ${short === undefined ? '   ' : `-${short},`} --${name}${value === undefined ? '' : ` ${value}`}`;
      const [first = '', ...more] = help.split('\n');
      return [`${option.padEnd(21)}  ${first}`.trimEnd(), ...more.map((line) => `${' '.repeat(23)}${line}`)].join('\n');
    })
    .join('\n');
}
