import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';
import { Refusal } from './errors.ts';

/** How much of a client's address a log line shows. */
export const addressForms = ['full', 'truncated', 'none'] as const;
type AddressForm = (typeof addressForms)[number];

/** Shown for a text that is no address: a proxy may pass on any text. */
const invalid = 'invalid';

/** IPv4 in IPv6 form counts as IPv4. A zone (`fe80::1%eth0`) is left out. */
function parse(text: string): InstanceType<typeof ipaddr.IPv4> | InstanceType<typeof ipaddr.IPv6> | undefined {
  const bare = text.split('%', 1)[0] ?? '';
  return ipaddr.IPv4.isValidFourPartDecimal(bare) || ipaddr.IPv6.isValid(bare) ? ipaddr.process(bare) : undefined;
}

function toNetwork(text: string, prefix: { ipv4: number; ipv6: number }): string {
  const address = parse(text);
  if (address === undefined) return invalid;
  return address.kind() === 'ipv4'
    ? ipaddr.IPv4.networkAddressFromCIDR(`${address.toString()}/${prefix.ipv4}`).toString()
    : ipaddr.IPv6.networkAddressFromCIDR(`${address.toString()}/${prefix.ipv6}`).toString();
}

/**
 * What failed calls are counted by: an IPv4 address, or the /64 that one IPv6 customer has to choose
 * addresses from.
 */
export const toRateKey = (address: string): string => toNetwork(address, { ipv4: 32, ipv6: 64 });

/**
 * The address as a log line of an ordinary call shows it: whole, as its network (IPv4 /24, IPv6 /48), or
 * undefined for `none`.
 */
export function toLoggedAddress(address: string, form: AddressForm): string | undefined {
  if (form === 'none') return undefined;
  return form === 'full' ? toNetwork(address, { ipv4: 32, ipv6: 128 }) : toNetwork(address, { ipv4: 24, ipv6: 48 });
}

/** The whole address of a client as a field of a log line; no field if addresses are not logged. */
export function toFullAddress(address: string, form: AddressForm): { ip?: string } {
  const ip = form === 'none' ? undefined : toLoggedAddress(address, 'full');
  return ip === undefined ? {} : { ip };
}

/** Whether a call comes from this machine itself; what a proxy on this machine passes on does not count. */
export const isFromThisMachine = ({ socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>): boolean =>
  /^(::1|(::ffff:)?127\.)/.test(socket.remoteAddress ?? '') &&
  headers['x-forwarded-for'] === undefined &&
  headers.forwarded === undefined;

/** The text after `Bearer`; refuses 201004 where there is none (AC-18). */
export function readBearer(authorization: string | undefined): string {
  const found = /^Bearer +(\S+)\s*$/i.exec(authorization ?? '')?.[1];
  if (found === undefined) throw new Refusal(201004, 'the authorization header holds no bearer token', challenge());
  return found;
}

/** RFC 6750 section 3: every 401 names the scheme. */
export const challenge = (error?: string) => ({
  headers: { 'www-authenticate': error === undefined ? 'Bearer' : `Bearer error="${error}"` },
});

/**
 * The authorization of a call that may come with basic authentication, as a bearer token: what stands as
 * password is the token (RFC 7617).
 */
export function basicToBearer(authorization: string | undefined): string | undefined {
  const [, credentials] = /^Basic +([A-Za-z0-9+/=]{1,4000})\s*$/i.exec(authorization ?? '') ?? [];
  if (credentials === undefined) return authorization;
  const text = Buffer.from(credentials, 'base64').toString('utf8');
  return `Bearer ${text.slice(text.indexOf(':') + 1)}`;
}

/** Asks a spreadsheet for a user and a password. */
export const basicChallenge = { headers: { 'www-authenticate': 'Basic realm="Platen", charset="UTF-8"' } };

/**
 * The languages of `Accept-Language`, most wanted first (RFC 9110 section 12.5.4); those with weight 0 left
 * out.
 */
export function toLanguages(header: string | undefined): string[] {
  if (header === undefined) return [];
  return header
    .slice(0, 1000)
    .split(',')
    .map((item) => {
      const [tag = '', ...parameters] = item.trim().split(/\s*;\s*/);
      const weight = parameters.find((parameter) => /^q=/i.test(parameter))?.slice(2);
      return { tag, weight: weight === undefined ? 1 : Number(weight) };
    })
    .filter(({ tag, weight }) => /^[A-Za-z]{1,8}(-[A-Za-z0-9]{1,8})*$/.test(tag) && weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag);
}

export interface RateLimit {
  /** Takes one call of `key`. Returns 0, or the seconds to wait when the allowance is used up. */
  take(key: string): number;
}

interface Bucket {
  tokens: number;
  at: number;
}

const manyKeys = 10_000;

/** Over which time an allowance is refilled, and the clock. */
interface RateOptions {
  readonly windowMs?: number;
  readonly now?: () => number;
}

/**
 * A token bucket per key: `calls` at once, refilled evenly over the window, by default a minute. In memory:
 * each server counts for itself, which is what its own protection needs.
 */
export function createRateLimit(calls: number, { windowMs = 60_000, now = Date.now }: RateOptions = {}): RateLimit {
  const buckets = new Map<string, Bucket>();
  const perMs = calls / windowMs;

  const dropFull = (at: number) => {
    for (const [key, bucket] of buckets) if (bucket.tokens + (at - bucket.at) * perMs >= calls) buckets.delete(key);
    // All are in use: forget the oldest half rather than grow without end.
    if (buckets.size >= manyKeys) for (const key of [...buckets.keys()].slice(0, manyKeys / 2)) buckets.delete(key);
  };

  return {
    take(key) {
      const at = now();
      const bucket = buckets.get(key);
      if (!bucket) {
        if (buckets.size >= manyKeys) dropFull(at);
        buckets.set(key, { tokens: calls - 1, at });
        return 0;
      }
      // A clock set back must not take tokens away.
      bucket.tokens = Math.min(calls, bucket.tokens + Math.max(0, at - bucket.at) * perMs);
      bucket.at = at;
      if (bucket.tokens < 1) return Math.max(1, Math.ceil((1 - bucket.tokens) / perMs / 1000));
      bucket.tokens -= 1;
      return 0;
    },
  };
}
