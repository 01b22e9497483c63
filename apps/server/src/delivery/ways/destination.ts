import { lookup } from 'node:dns/promises';
import { parseAddress } from '@platen/contract/web-address';
import { toMessage } from '../../base/errors.ts';
import type { AllowedDestinations } from '../../settings/webhook-allow.ts';
import { isAddressOfAllowedHost, isAllowedAddress, isIPAddress, isPublicAddress } from './public-address.ts';

/** Where a message may go: the address of the call, and the addresses that its name had when checked. */
export interface Destination {
  readonly url: URL;
  readonly addresses: readonly string[];
}

/** All addresses of a name. The rim of the check: tests give one of their own. */
export type Resolve = (host: string) => Promise<readonly string[]>;

/** A destination that no message may go to; the message says why, without the address's path and query. */
export class RefusedDestination extends Error {
  override readonly name = 'RefusedDestination';
  /** Whether the same address may be fine at the next try: its name could not be resolved. */
  readonly mayPass: boolean;
  constructor(message: string, options: { mayPass?: boolean; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.mayPass = options.mayPass ?? false;
  }
}

/** The operating system's own resolver. */
export const resolveName: Resolve = async (host) =>
  (await lookup(host, { all: true, order: 'verbatim' })).map(({ address }) => address);

/** Characters that the URL parser would drop or turn into others, so that a person reads another address. */
const hidden = /[\p{Cc}\p{Cf}\p{Zs}\p{Zl}\p{Zp}\\]/u;

/**
 * The address as the text gives it: https with port 443 or 1024 to 65535, no user name; http (and its port
 * 80) only for a host or address that the operator allows (DE-28, DE-29). Numbers in decimal, octal or
 * hexadecimal become the IPv4 address they mean. Does not resolve the name. Throws
 * `RefusedDestination`.
 */
export function readAddress(text: string, allowed: AllowedDestinations): URL {
  const url = text.length > 2000 || hidden.test(text) ? undefined : parseAddress(text);
  if (url === undefined) throw new RefusedDestination('the address is not a web address');
  const { protocol } = url;
  if (protocol !== 'https:' && protocol !== 'http:') throw new RefusedDestination('the address must begin with https:');
  if (url.username !== '' || url.password !== '')
    throw new RefusedDestination('the address must not hold a user name or password');
  const host = hostOf(url);
  if (isIPAddress(host) && !isAllowedAddress(host, allowed) && !isPublicAddress(host))
    throw new RefusedDestination(`${host} is not a public address`);
  const mayBeHttp = !isIPAddress(host)
    ? allowed.hosts.size + allowed.networks.length > 0
    : isAllowedAddress(host, allowed);
  if (protocol === 'http:' && !mayBeHttp) throw new RefusedDestination('the address must begin with https:');
  const port = portOf(url);
  if (port !== 443 && port < 1024 && !(protocol === 'http:' && port === 80))
    throw new RefusedDestination(`port ${port} is not one of 443 and 1024 to 65535`);
  return url;
}

/**
 * Resolves the name of an address once and checks every address it has: all must be public unicast, or
 * allowed by the operator. The caller connects to one of `addresses` and asks no resolver again, so that a
 * name cannot answer differently a moment later. Throws `RefusedDestination`.
 */
export async function findDestination(
  text: string,
  allowed: AllowedDestinations,
  resolve: Resolve = resolveName,
): Promise<Destination> {
  const url = readAddress(text, allowed);
  const host = hostOf(url);
  const addresses = !isIPAddress(host) ? await resolveAll(host, resolve) : [host];
  const isNamed = allowed.hosts.has(host);
  for (const address of addresses) {
    const isAllowed = isAllowedAddress(address, allowed) || (isNamed && isAddressOfAllowedHost(address));
    if (!isAllowed && !isPublicAddress(address))
      throw new RefusedDestination(`${host} has the address ${address}, which is not public`);
    if (!isAllowed && url.protocol === 'http:') throw new RefusedDestination('the address must begin with https:');
  }
  return { url, addresses };
}

async function resolveAll(host: string, resolve: Resolve): Promise<readonly string[]> {
  const addresses = await resolve(host).catch((error: unknown) => {
    throw new RefusedDestination(`${host} cannot be resolved: ${toMessage(error)}`, { mayPass: true, cause: error });
  });
  if (addresses.length === 0) throw new RefusedDestination(`${host} has no address`, { mayPass: true });
  return addresses;
}

/** The host without the brackets of an IPv6 address and without the dot at the end of a full name. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$|\.$/g, '');

function portOf(url: URL): number {
  if (url.port !== '') return Number(url.port);
  return url.protocol === 'https:' ? 443 : 80;
}
