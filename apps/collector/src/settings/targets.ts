import { isIPv6, SocketAddress } from 'node:net';

/** Hosts and ports, stored as inclusive bounds, so that a large network needs no memory. */
export interface TargetSpan {
  text: string;
  /** `block`: the whole network including its own and its broadcast address; what an exclusion covers. */
  hosts:
    | { kind: 'addresses'; first: number; last: number; block?: { first: number; last: number } }
    | { kind: 'name'; name: string };
  /** Undefined: port 161 for a target, every port for an exclusion. */
  hasPort: boolean;
  firstPort: number;
  lastPort: number;
}

export interface Target {
  host: string;
  port: number;
}

/** A target of a list. `searched`: one of many addresses, most of which are not in use. */
export interface ListedTarget extends Target {
  searched: boolean;
}

export class TargetError extends Error {
  override name = 'TargetError';
}

const snmpPort = 161;
const widestPrefix = 16;
/** A span of more targets is a search; up to this number they count as named printers. */
const mostNamed = 16;
const mostTargets = 2 ** (32 - widestPrefix);
const hostName =
  /^(?=.{1,253}$)[A-Za-z0-9_](?:[A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?(?:\.[A-Za-z0-9_](?:[A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?)*\.?$/;

/**
 * Parses `192.0.2.0/28`, `192.0.2.10-192.0.2.20`, `192.0.2.10-20`, `printer.example`, `[2001:db8::7]`, each
 * with `:port` or `:first-last`; separated by commas or blanks.
 */
export function toTargetSpans(text: string): TargetSpan[] {
  return text
    .split(/[\s,]+/)
    .filter((part) => part !== '')
    .map((part) => toTargetSpan(part));
}

/** Parses one of them. Throws a `TargetError` that names the text and what is wrong with it. */
export function toTargetSpan(text: string): TargetSpan {
  // An IPv6 address contains colons: it is in brackets if a port follows, as in a URL.
  const match = isIPv6(text) ? [text, text] : /^(\[[^\]]+\]|[^:[\]]+)(?::(\d{1,5})(?:-(\d{1,5}))?)?$/.exec(text);
  const hostText = match?.[1];
  if (match === null || hostText === undefined)
    throw new TargetError(
      `target '${text}': expected host, network or range, with :port where it is not 161 (an IPv6 address with a port as [2001:db8::7]:1161)`,
    );
  const firstPort = match[2] === undefined ? snmpPort : toPort(match[2], text);
  const lastPort = match[3] === undefined ? firstPort : toPort(match[3], text);
  if (lastPort < firstPort) throw new TargetError(`target '${text}': the last port is below the first`);
  const span = { text, hosts: toHosts(hostText, text), hasPort: match[2] !== undefined, firstPort, lastPort };
  if (countTargets(span) > mostTargets)
    throw new TargetError(
      `target '${text}': ${countTargets(span)} addresses are more than one target may have (${mostTargets}, a /${widestPrefix})`,
    );
  return span;
}

function toPort(text: string, whole: string): number {
  const port = Number(text);
  if (port < 1 || port > 65_535) throw new TargetError(`target '${whole}': port ${text} is not within 1 to 65535`);
  return port;
}

function toHosts(text: string, whole: string): TargetSpan['hosts'] {
  const bare = text.startsWith('[') ? text.slice(1, -1) : text;
  if (isIPv6(bare)) return { kind: 'name', name: toOneSpelling(bare) };
  if (bare !== text) throw new TargetError(`target '${whole}': '${bare}' is not an IPv6 address`);
  const network = /^([\d.]+)\/(\d{1,2})$/.exec(text);
  if (network !== null) return toNetwork(network[1] ?? '', Number(network[2]), whole);
  const range = /^(\d[\d.]*)-(\d[\d.]*)$/.exec(text);
  if (range !== null) return toRange(range[1] ?? '', range[2] ?? '', whole);
  const address = toAddressNumber(text);
  if (address !== undefined) return { kind: 'addresses', first: address, last: address };
  if (/^[\d.]+$/.test(text)) throw new TargetError(`target '${whole}': '${text}' is not an IPv4 address`);
  if (!hostName.test(text))
    throw new TargetError(`target '${whole}': '${text}' is neither an IPv4 address nor a host name`);
  return { kind: 'name', name: text };
}

/** `2001:DB8:0::7` and `2001:db8::7` are one device; a zone (`%eth0`) is kept. */
function toOneSpelling(address: string): string {
  const [bare = '', zone] = address.split('%', 2);
  const spelled = new SocketAddress({ address: bare, family: 'ipv6' }).address;
  return zone === undefined ? spelled : `${spelled}%${zone}`;
}

/**
 * The hosts of a network: without its own and the broadcast address, except where there are none (RFC 3021).
 */
function toNetwork(base: string, prefix: number, whole: string): TargetSpan['hosts'] {
  const address = toAddressNumber(base);
  if (address === undefined) throw new TargetError(`target '${whole}': '${base}' is not an IPv4 address`);
  if (prefix > 32) throw new TargetError(`target '${whole}': a prefix is at most 32`);
  if (prefix < widestPrefix)
    throw new TargetError(
      `target '${whole}': a network wider than /${widestPrefix} is not searched; name the parts with printers`,
    );
  const size = 2 ** (32 - prefix);
  const first = Math.floor(address / size) * size;
  const last = first + size - 1;
  return prefix >= 31
    ? { kind: 'addresses', first, last }
    : { kind: 'addresses', first: first + 1, last: last - 1, block: { first, last } };
}

function toRange(from: string, to: string, whole: string): TargetSpan['hosts'] {
  const first = toAddressNumber(from);
  if (first === undefined) throw new TargetError(`target '${whole}': '${from}' is not an IPv4 address`);
  const last = /^\d{1,3}$/.test(to) ? toAddressNumber(from.replace(/\d+$/, to)) : toAddressNumber(to);
  if (last === undefined)
    throw new TargetError(`target '${whole}': '${to}' is neither an IPv4 address nor a last number 0 to 255`);
  if (last < first) throw new TargetError(`target '${whole}': the range ends before it begins`);
  return { kind: 'addresses', first, last };
}

const countHosts = (span: TargetSpan) => (span.hosts.kind === 'name' ? 1 : span.hosts.last - span.hosts.first + 1);

/** The number of targets in a span. */
export const countTargets = (span: TargetSpan): number => countHosts(span) * (span.lastPort - span.firstPort + 1);

/** Whether a target is in one of the spans. A span without a port covers every port of its hosts. */
export function isAmong(spans: readonly TargetSpan[], { host, port }: Target): boolean {
  return spans.some((span) => holds(span, toAddressNumber(host) ?? host, port));
}

/** The name of a target: `192.0.2.7:161`, `[2001:db8::7]:161`. */
export const toTargetName = ({ host, port }: Target): string =>
  host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;

/**
 * Each target of the spans, lazily, without the excluded ones. An exclusion without a port excludes every
 * port of the host.
 */
export function* listTargets(spans: readonly TargetSpan[], exclude: readonly TargetSpan[]): Generator<ListedTarget> {
  for (const span of spans) {
    const searched = countTargets(span) > mostNamed;
    const { hosts } = span;
    const [first, last] = hosts.kind === 'name' ? [0, 0] : [hosts.first, hosts.last];
    for (let number = first; number <= last; number++) {
      const host = hosts.kind === 'name' ? hosts.name : toAddressText(number);
      for (let port = span.firstPort; port <= span.lastPort; port++)
        if (!exclude.some((other) => holds(other, hosts.kind === 'name' ? hosts.name : number, port)))
          yield { host, port, searched };
    }
  }
}

function holds(span: TargetSpan, host: string | number, port: number): boolean {
  if (span.hasPort && (port < span.firstPort || port > span.lastPort)) return false;
  if (span.hosts.kind === 'name')
    return typeof host === 'string' && span.hosts.name.toLowerCase() === host.toLowerCase();
  const { first, last } = span.hosts.block ?? span.hosts;
  return typeof host === 'number' && host >= first && host <= last;
}

/** `192.0.2.1` as a number; undefined for any other text. */
export function toAddressNumber(text: string): number | undefined {
  const match = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(text);
  if (match === null) return undefined;
  const parts = match.slice(1).map(Number);
  if (parts.some((part) => part > 255)) return undefined;
  return parts.reduce((sum, part) => sum * 256 + part, 0);
}

/** `192.0.2.1` of its number. */
export function toAddressText(address: number): string {
  return [24, 16, 8, 0].map((shift) => Math.floor(address / 2 ** shift) % 256).join('.');
}
