import { readFile } from 'node:fs/promises';
import { inEnglish, toIssues } from '@platen/contract/issues';
import * as z from 'zod/mini';
import { TargetError, type TargetSpan, toTargetSpans } from './targets.ts';
import { toDurationMs } from '../platform/time.ts';
import { type Access, byCommunity } from '../snmp/access.ts';
import { type Credential, credential, type EnvironmentPasswords, toAccess, toAccessList } from './credentials.ts';
import { SettingsError } from './settings-error.ts';

export { SettingsError } from './settings-error.ts';

const short = z.string().check(z.minLength(1), z.maxLength(256));
const duration = z.pipe(
  z
    .string()
    .check(z.refine((text) => toDurationMs(text) !== undefined, "expected a duration like '15m', '90s' or '2h'")),
  z.transform((text) => toDurationMs(text) ?? 0),
);
const targets = z.union([z.string(), z.array(z.string())]);
const whole = (minimum: number, maximum: number) => z.int().check(z.minimum(minimum), z.maximum(maximum));

/** Search by multicast DNS. Its own address, port and time only where a network is unusual; `snmpPort`: where found printers answer. */
const mdns = z.union([
  z.boolean(),
  z.strictObject({
    address: z.optional(short),
    port: z.optional(whole(1, 65_535)),
    wait: z.optional(duration),
    snmpPort: z.optional(whole(1, 65_535)),
  }),
]);

/** `false`: no IPP. `true`: on its own port, beside devices at SNMP's own port. With a port: there, beside every device. */
const ipp = z.union([z.boolean(), z.strictObject({ port: z.int().check(z.minimum(1), z.maximum(65_535)) })]);

const site = z.strictObject({
  name: short,
  targets: z.optional(targets),
  mdns: z.optional(mdns),
  ipp: z.optional(ipp),
  exclude: z.optional(targets),
  community: z.optional(short),
  credentials: z.optional(z.array(credential)),
  customerNumber: z.optional(short),
  customerName: z.optional(short),
  description: z.optional(short),
  dealerNumber: z.optional(short),
  dealerName: z.optional(short),
});

/** The settings file. Unknown names are refused: a typing mistake must not be lost in silence. */
const settingsFile = z.strictObject({
  server: z.optional(z.string()),
  keyFile: z.optional(short),
  data: z.optional(short),
  name: z.optional(short),
  every: z.optional(duration),
  community: z.optional(short),
  /** Ways to ask in their order, before `community`. */
  credentials: z.optional(z.array(credential)),
  /** Devices read at the same time. */
  concurrency: z.optional(whole(1, 1024)),
  /** The most time one device may take. */
  deadline: z.optional(duration),
  /** Wait for one answer. */
  timeout: z.optional(duration),
  retries: z.optional(whole(0, 10)),
  /** IPP beside SNMP, where a site does not say otherwise. */
  ipp: z.optional(ipp),
  /** New addresses asked a second while searching. */
  packetsPerSecond: z.optional(whole(1, 100_000)),
  outboxBytes: z.optional(whole(1024 * 1024, 2 ** 40)),
  outboxReports: z.optional(whole(16, 10_000_000)),
  sites: z.optional(z.array(site)),
});
export type SettingsFile = z.infer<typeof settingsFile>;

/** What the command line and the environment say; texts as given. */
export interface GivenSettings {
  server?: string | undefined;
  data: string;
  name: string;
  targets?: string | undefined;
  exclude?: string | undefined;
  community?: string | undefined;
  /** A user of SNMPv3. */
  user?: Credential | undefined;
  snmpPasswords?: EnvironmentPasswords | undefined;
  every?: string | undefined;
  once?: boolean | undefined;
  mdns?: boolean | undefined;
  packetsPerSecond?: string | undefined;
  concurrency?: string | undefined;
  deadline?: string | undefined;
  timeout?: string | undefined;
  retries?: string | undefined;
}

export interface Site {
  name: string;
  spans: TargetSpan[];
  exclude: TargetSpan[];
  /** Undefined: no search by multicast DNS. */
  mdns?: MdnsSettings | undefined;
  /** Undefined: its devices are not asked over IPP. */
  ipp?: IppSettings | undefined;
  /** How its devices are asked, in this order. */
  access: Access[];
  customer: Customer | undefined;
}
export interface MdnsSettings {
  address: string;
  port: number;
  waitMs: number;
  /** Where the printers found are asked by SNMP. */
  snmpPort: number;
}
type Customer = Pick<
  z.infer<typeof site>,
  'customerNumber' | 'customerName' | 'description' | 'dealerNumber' | 'dealerName'
>;

/** All that reading needs; a dry run needs no more. */
export interface ReadSettings {
  data: string;
  name: string;
  everyMs: number | undefined;
  concurrency: number;
  deadlineMs: number;
  timeoutMs: number;
  retries: number;
  packetsPerSecond: number;
  outboxBytes: number;
  outboxReports: number;
  sites: Site[];
}

export interface Settings extends ReadSettings {
  server: URL;
}

/** Parses the text of a settings file. Throws `SettingsError` naming each place that is wrong. */
export function parseSettingsFile(text: string, path: string): SettingsFile {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new SettingsError(`${path}: not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  const parsed = settingsFile.safeParse(json, inEnglish);
  if (parsed.success) return parsed.data;
  const lines = toIssues(parsed.error).map(
    (issue) => `${path}: ${issue.path === '' ? '(whole file)' : issue.path}: ${issue.message}`,
  );
  throw new SettingsError(lines.join('\n'));
}

/** Joins the command line (first), the file and the defaults. Throws `SettingsError`. */
export function toSettings(given: GivenSettings, file: SettingsFile): Settings {
  return { server: toServer(given.server ?? file.server), ...toReadSettings(given, file) };
}

/** The same without a server, for a run that delivers nothing. Throws `SettingsError`. */
export function toReadSettings(given: GivenSettings, file: SettingsFile): ReadSettings {
  if (given.once === true && given.every !== undefined)
    throw new SettingsError('--once and --every say different things: one round, or one each interval');
  const every = given.every === undefined ? file.every : toGivenDuration('--every', given.every);
  if (every !== undefined && every < 5000) throw new SettingsError('--every: at least 5s');
  return {
    data: given.data,
    name: given.name,
    everyMs: given.once === true ? undefined : every,
    concurrency: toGivenNumber('--concurrency', given.concurrency, 1, 1024) ?? file.concurrency ?? 64,
    deadlineMs: toPositive('deadline', given.deadline, file.deadline, 60_000),
    timeoutMs: toPositive('timeout', given.timeout, file.timeout, 2000),
    retries: toGivenNumber('--retries', given.retries, 0, 10) ?? file.retries ?? 1,
    packetsPerSecond:
      toGivenNumber('--packets-per-second', given.packetsPerSecond, 1, 100_000) ?? file.packetsPerSecond ?? 250,
    outboxBytes: file.outboxBytes ?? 2 ** 30,
    outboxReports: file.outboxReports ?? 1_000_000,
    sites: toSites(given, file),
  };
}

function toSites(given: GivenSettings, file: SettingsFile): Site[] {
  const access = toUsualAccess(given, file);
  const fileSites = file.sites ?? [];
  if (given.targets !== undefined || (given.mdns === true && fileSites.length === 0)) {
    if (fileSites.length > 0)
      throw new SettingsError(
        '--targets: the settings file has sites already; a printer of unknown customer must not be mixed among them',
      );
    return [
      {
        name: 'targets',
        spans: toSpans('--targets', given.targets ?? ''),
        exclude: toSpans('--exclude', given.exclude ?? ''),
        mdns: toMdns(given.mdns),
        ipp: toIpp(file.ipp),
        access,
        customer: undefined,
      },
    ];
  }
  if (given.mdns === true)
    throw new SettingsError("--mdns: the settings file has sites; say there which of them with 'mdns': true");
  const sites = fileSites.map((entry, i) => {
    const { name, targets, exclude, mdns, ipp, community, credentials, ...customer } = entry;
    if (targets === undefined && toMdns(mdns) === undefined)
      throw new SettingsError(`sites[${i}].targets: nothing to read: give targets, or 'mdns': true`);
    return {
      name,
      spans: toSpans(`sites[${i}].targets`, targets ?? []),
      exclude: toSpans(`sites[${i}].exclude`, exclude ?? []),
      mdns: toMdns(mdns),
      ipp: toIpp(ipp ?? file.ipp),
      access: toListed(`sites[${i}].`, { community, credentials }, given) ?? access,
      customer: Object.keys(customer).length === 0 ? undefined : customer,
    };
  });
  if (sites.every((entry) => entry.spans.length === 0 && entry.mdns === undefined))
    throw new SettingsError(
      "nothing to read: give --targets or --mdns, or 'sites' with 'targets' or 'mdns' in the settings file",
    );
  return sites;
}

/** How devices are asked that no site says otherwise of: as the command line says, else the file, else by `public`. */
function toUsualAccess(given: GivenSettings, file: SettingsFile): Access[] {
  const line = [
    ...(given.user === undefined ? [] : [toAccess('--user', given.user, given.snmpPasswords ?? {})]),
    ...(given.community === undefined ? [] : [byCommunity(given.community)]),
  ];
  return line.length > 0 ? line : (toListed('', file, given) ?? [byCommunity('public')]);
}

/** What one place of the file says, the plain community last; undefined where it says nothing. */
function toListed(
  place: string,
  { community, credentials }: Pick<SettingsFile, 'community' | 'credentials'>,
  given: GivenSettings,
): Access[] | undefined {
  if (community === undefined && credentials === undefined) return undefined;
  const listed =
    credentials === undefined ? [] : toAccessList(`${place}credentials`, credentials, given.snmpPasswords ?? {});
  return community === undefined ? listed : [...listed, byCommunity(community)];
}

/** RFC 6762: group and port; three seconds take in the slow ones, as an answer may be put off and lost once. */
function toMdns(given: z.infer<typeof mdns> | undefined): MdnsSettings | undefined {
  if (given === undefined || given === false) return undefined;
  const own = given === true ? {} : given;
  return {
    address: own.address ?? '224.0.0.251',
    port: own.port ?? 5353,
    waitMs: Math.max(100, own.wait ?? 3000),
    snmpPort: own.snmpPort ?? 161,
  };
}

function toSpans(place: string, text: string | readonly string[]): TargetSpan[] {
  try {
    return toTargetSpans(typeof text === 'string' ? text : text.join(','));
  } catch (error) {
    if (error instanceof TargetError) throw new SettingsError(`${place}: ${error.message}`);
    throw error;
  }
}

function toServer(text: string | undefined): URL {
  if (text === undefined)
    throw new SettingsError("no server: give --server URL, PLATEN_COLLECTOR_SERVER or 'server' in the settings file");
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new SettingsError(`server: '${text}' is not an address like https://platen.example`);
  if (url.username !== '' || url.password !== '')
    throw new SettingsError('server: an address without user and password; the key goes apart');
  url.search = '';
  url.hash = '';
  return url;
}

function toPositive(name: string, given: string | undefined, file: number | undefined, usual: number): number {
  const value = given === undefined ? (file ?? usual) : toGivenDuration(`--${name}`, given);
  if (value < 10) throw new SettingsError(`${name}: at least 10ms`);
  return value;
}

function toGivenDuration(flag: string, text: string): number {
  const ms = toDurationMs(text);
  if (ms === undefined) throw new SettingsError(`${flag}: '${text}' is not a duration like '15m', '90s' or '2h'`);
  return ms;
}

function toGivenNumber(flag: string, text: string | undefined, minimum: number, maximum: number): number | undefined {
  if (text === undefined) return undefined;
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= minimum && value <= maximum))
    throw new SettingsError(`${flag}: '${text}' is not a number from ${minimum} to ${maximum}`);
  return value;
}

/** Reads a settings file; none given is an empty one. Throws `SettingsError`. */
export async function readSettingsFile(path: string | undefined): Promise<SettingsFile> {
  if (path === undefined) return {};
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new SettingsError(`settings file ${path}: ${error instanceof Error ? error.message : String(error)}`);
  });
  return parseSettingsFile(text, path);
}

export interface IppSettings {
  port: number;
  /**
   * Whether devices are asked too whose SNMP port is not 161. Such an address is mostly that of a router that forwards to several:
   * the IPP port there would be another's.
   */
  besideEveryPort: boolean;
}

/** RFC 8010 section 4: port 631. On where nothing is said. */
function toIpp(given: z.infer<typeof ipp> | undefined): IppSettings | undefined {
  if (given === false) return undefined;
  return given === undefined || given === true
    ? { port: 631, besideEveryPort: false }
    : { port: given.port, besideEveryPort: true };
}
