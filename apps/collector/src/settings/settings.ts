import type { LogLevel, SearchHours } from '@platen/contract/remote-settings';
import { parseAddress } from '@platen/contract/web-address';
import { SettingsError } from '../platform/errors.ts';
import { minuteMs, secondMs } from '../platform/time.ts';
import { type Access, byCommunity } from '../snmp/access.ts';
import { type Credential, type EnvironmentPasswords, toAccess, toAccessList } from './credentials.ts';
import type { SettingsFile, SiteEntry, Tuning } from './settings-file.ts';
import { TargetError, type TargetSpan, toTargetSpans } from './targets.ts';

/** Values of the command line and the environment; they take precedence over the file. */
export interface GivenSettings extends Tuning {
  data: string;
  name: string;
  server?: string | undefined;
  targets?: string | undefined;
  exclude?: string | undefined;
  mdns?: boolean | undefined;
  community?: string | undefined;
  /** An SNMPv3 user. */
  user?: Credential | undefined;
  snmpPasswords?: EnvironmentPasswords | undefined;
  /** Of `targets`: customer and site of the enrolment. */
  customer?: Customer | undefined;
  /** One round, even if the file has `every`. */
  once?: boolean | undefined;
}

export interface Site {
  name: string;
  spans: TargetSpan[];
  exclude: TargetSpan[];
  /** Undefined: no search by multicast DNS. */
  mdns?: MdnsSettings | undefined;
  /** Undefined: its devices are not read over IPP. */
  ipp?: IppSettings | undefined;
  /** Credentials in the order they are tried. */
  access: Access[];
  customer: Customer | undefined;
}
export interface MdnsSettings {
  address: string;
  port: number;
  waitMs: number;
  /** SNMP port of the printers found. */
  snmpPort: number;
}
export interface IppSettings {
  port: number;
  /**
   * Whether devices at an SNMP port other than 161 are read over IPP too. Such an address is usually a router
   * that forwards to several devices: its IPP port could belong to another one.
   */
  atEveryPort: boolean;
}
type Customer = Pick<SiteEntry, 'customerNumber' | 'customerName' | 'description' | 'dealerNumber' | 'dealerName'>;

/** Everything that reading needs, also for a dry run. */
export interface ReadSettings {
  data: string;
  name: string;
  /** Undefined: one round. */
  everyMs: number | undefined;
  concurrency: number;
  deadlineMs: number;
  timeoutMs: number;
  retries: number;
  packetsPerSecond: number;
  outboxBytes: number;
  outboxReports: number;
  logLevel: LogLevel;
  /** Undefined: at any time. */
  searchHours: SearchHours | undefined;
  sites: Site[];
}

export interface Settings extends ReadSettings {
  server: URL;
}

/** Merges command line (first), settings file and defaults. Throws `SettingsError`. */
export function toSettings(given: GivenSettings, file: SettingsFile): Settings {
  return { server: toServer(given.server ?? file.server), ...toReadSettings(given, file) };
}

/** The same without a server, for commands that deliver nothing. Throws `SettingsError`. */
export function toReadSettings(given: GivenSettings, file: SettingsFile): ReadSettings {
  if (given.once === true && given.every !== undefined)
    throw new SettingsError('--once and --every contradict each other: one round, or one per interval');
  return {
    data: given.data,
    name: given.name,
    everyMs: given.once === true ? undefined : (given.every ?? file.every),
    concurrency: given.concurrency ?? file.concurrency ?? 64,
    deadlineMs: given.deadline ?? file.deadline ?? minuteMs,
    timeoutMs: given.timeout ?? file.timeout ?? 2 * secondMs,
    retries: given.retries ?? file.retries ?? 1,
    packetsPerSecond: given.packetsPerSecond ?? file.packetsPerSecond ?? 250,
    outboxBytes: file.outboxBytes ?? 2 ** 30,
    outboxReports: file.outboxReports ?? 1_000_000,
    logLevel: file.logLevel ?? 'info',
    searchHours: file.searchHours,
    sites: toSites(given, file),
  };
}

function toSites(given: GivenSettings, file: SettingsFile): Site[] {
  const access = toDefaultAccess(given, file);
  const entries = file.sites ?? [];
  if (given.targets !== undefined || (given.mdns === true && entries.length === 0)) {
    if (entries.length > 0)
      throw new SettingsError(
        '--targets: the settings file has sites already; a printer of an unknown customer must not be mixed with theirs',
      );
    const spans = toSpans('--targets', given.targets ?? '');
    const exclude = toSpans('--exclude', given.exclude ?? '');
    const { mdns } = given;
    return [
      { name: 'targets', spans, exclude, mdns: toMdns(mdns), ipp: toIpp(file.ipp), access, customer: given.customer },
    ];
  }
  if (given.mdns === true)
    throw new SettingsError("--mdns: the settings file has sites; set 'mdns': true at those to search");
  const sites = entries.map((entry, i): Site => {
    const { name, targets, exclude, mdns, ipp, community, credentials, ...customer } = entry;
    if (targets === undefined && toMdns(mdns) === undefined)
      throw new SettingsError(`sites[${i}].targets: nothing to read: give targets, or 'mdns': true`);
    return {
      name,
      spans: toSpans(`sites[${i}].targets`, targets ?? []),
      exclude: toSpans(`sites[${i}].exclude`, exclude ?? []),
      mdns: toMdns(mdns),
      ipp: toIpp(ipp ?? file.ipp),
      access: toFileAccess(`sites[${i}].`, { community, credentials }, given) ?? access,
      customer: Object.keys(customer).length === 0 ? undefined : customer,
    };
  });
  if (sites.every((entry) => entry.spans.length === 0 && entry.mdns === undefined))
    throw new SettingsError(
      "nothing to read: give --targets or --mdns, or 'sites' with 'targets' or 'mdns' in the settings file",
    );
  return sites;
}

/** Credentials of sites that have none of their own: of the command line, else of the file, else `public`. */
function toDefaultAccess(given: GivenSettings, file: SettingsFile): Access[] {
  const line = [
    ...(given.user === undefined ? [] : [toAccess('--user', given.user, given.snmpPasswords ?? {})]),
    ...(given.community === undefined ? [] : [byCommunity(given.community)]),
  ];
  return line.length > 0 ? line : (toFileAccess('', file, given) ?? [byCommunity('public')]);
}

/** Credentials of the file or of one site, the plain community last; undefined if there are none. */
function toFileAccess(
  path: string,
  { community, credentials }: Pick<SettingsFile, 'community' | 'credentials'>,
  given: GivenSettings,
): Access[] | undefined {
  if (community === undefined && credentials === undefined) return undefined;
  const listed =
    credentials === undefined ? [] : toAccessList(`${path}credentials`, credentials, given.snmpPasswords ?? {});
  return community === undefined ? listed : [...listed, byCommunity(community)];
}

/**
 * RFC 6762: group and port. Three seconds include slow printers, whose first answer may be delayed or lost.
 */
function toMdns(entry: SiteEntry['mdns']): MdnsSettings | undefined {
  if (entry === undefined || entry === false) return undefined;
  const { address = '224.0.0.251', port = 5353, wait = 3 * secondMs, snmpPort = 161 } = entry === true ? {} : entry;
  return { address, port, waitMs: Math.max(100, wait), snmpPort };
}

/** On by default. RFC 8010 section 4: port 631. */
function toIpp(entry: SiteEntry['ipp']): IppSettings | undefined {
  if (entry === false) return undefined;
  return entry === undefined || entry === true
    ? { port: 631, atEveryPort: false }
    : { port: entry.port, atEveryPort: true };
}

function toSpans(path: string, text: string | readonly string[]): TargetSpan[] {
  try {
    return toTargetSpans(typeof text === 'string' ? text : text.join(','));
  } catch (error) {
    if (error instanceof TargetError) throw new SettingsError(`${path}: ${error.message}`);
    throw error;
  }
}

/** Throws `SettingsError`. */
export function toServer(text: string | undefined): URL {
  if (text === undefined)
    throw new SettingsError("no server: give --server URL, PLATEN_COLLECTOR_SERVER or 'server' in the settings file");
  const url = parseAddress(text);
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new SettingsError(`server: '${text}' is not a URL like https://platen.example`);
  if (url.username !== '' || url.password !== '')
    throw new SettingsError('server: use a URL without user and password; the key is a separate setting');
  url.search = '';
  url.hash = '';
  return url;
}
