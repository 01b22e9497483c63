import { createHash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import ipaddr from 'ipaddr.js';

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const prefix = 'plt_';
const form = /^plt_([0-9A-Za-z]{30})([0-9A-Za-z]{6})$/;
/** Characters that stay readable. */
const shown = 8;

/** A new token: `plt_`, 30 letters and digits by chance (178 bits), 6 of their CRC-32 (OA-30). */
export function makeApiToken(): string {
  const random = Array.from({ length: 30 }, () => letters.charAt(randomInt(letters.length))).join('');
  return `${prefix}${random}${toChecksum(random)}`;
}

/**
 * CRC-32 of the text in six digits of base 62: scanners for leaked secrets, and we, tell tokens from noise.
 */
function toChecksum(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let place = 0; place < 6; place++) {
    digits = letters.charAt(rest % letters.length) + digits;
    rest = Math.floor(rest / letters.length);
  }
  return digits;
}

/** Whether an authorization header holds something that is meant as an API token. */
export const isApiToken = (authorization: string | undefined): boolean => /^Bearer +plt_/i.test(authorization ?? '');

/** Whether a text can be a token at all, by its form and checksum. */
export function isWellFormed(token: string): boolean {
  const [, random = '', checksum] = form.exec(token) ?? [];
  return checksum !== undefined && toChecksum(random) === checksum;
}

export const toBeginning = (token: string): string => token.slice(0, shown);

/** The stored form of a token. Tokens are long and random, so a plain hash is enough. */
export const hashApiToken = (token: string): Buffer => createHash('sha256').update(token, 'utf8').digest();

/** Whether a text is an address or a network: `192.0.2.7`, `192.0.2.0/28`, `2001:db8::/64`. */
export function isNetwork(text: string): boolean {
  const [address = '', ...bits] = text.split('/');
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(address) || ipaddr.IPv6.isValid(address);
  return isAddress && !address.includes('%') && (bits.length === 0 || (bits.length === 1 && ipaddr.isValidCIDR(text)));
}

/** Whether a call from this address is accepted; an empty list accepts all. IPv4 in IPv6 counts as IPv4. */
export function isFrom(address: string, networks: readonly string[]): boolean {
  if (networks.length === 0) return true;
  if (!ipaddr.isValid(address)) return false;
  const from = ipaddr.process(address);
  return networks.some((text) => {
    const whole = text.includes(':') ? 128 : 32;
    const [network, bits] = text.includes('/') ? ipaddr.parseCIDR(text) : [ipaddr.parse(text), whole];
    return network.kind() === from.kind() && from.match(network, bits);
  });
}
