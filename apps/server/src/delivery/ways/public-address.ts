import { isIP, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { AllowedDestinations } from '../../settings/webhook-allow.ts';

/** An address in its usual form, without a zone. */
export const isIPAddress = (text: string): boolean => isIP(text) !== 0 && !text.includes('%');
export const isIPv6Address = (text: string): boolean => isIPv6(text);

/** Public addresses that answer with secrets of the machine that asks: Azure's host. */
const metadata = new Set(['168.63.129.16']);
/** All of the IPv6 unicast space that is handed out (RFC 4291 section 2.4, IANA). */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether messages may go to this address (DE-29): public unicast only. Loopback, private, link-local, unique
 * local, multicast, reserved and metadata addresses are not, nor is IPv4 within IPv6 in any form (mapped,
 * compatible, NAT64, 6to4, Teredo, ISATAP). False for a text that is no address in its usual form.
 */
export function isPublicAddress(text: string): boolean {
  if (!isIPAddress(text)) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== 'unicast') return false;
  if (address instanceof ipaddr.IPv4) return !metadata.has(address.toString());
  return address.match(globalUnicast) && !isIsatap(address);
}

/** RFC 5214 section 6.1: the interface identifier holds an IPv4 address after 00-00-5E-FE. */
function isIsatap(address: InstanceType<typeof ipaddr.IPv6>): boolean {
  const [, , , , upper = 0, marker] = address.parts;
  return (upper & 0xfd_ff) === 0 && marker === 0x5e_fe;
}

/** Whether the operator has named this address, or a network that holds it. */
export function isAllowedAddress(text: string, { networks }: AllowedDestinations): boolean {
  if (!isIPAddress(text)) return false;
  const address = ipaddr.parse(text);
  return networks.some(([network, bits]) => address.kind() === network.kind() && address.match(network, bits));
}

/**
 * Whether a host that the operator has named may have this address: also private ones, but nothing that
 * belongs to a link, a group or no machine at all.
 */
export function isAddressOfAllowedHost(text: string): boolean {
  if (isPublicAddress(text)) return true;
  if (!isIPAddress(text)) return false;
  return ['loopback', 'private', 'uniqueLocal', 'carrierGradeNat'].includes(ipaddr.parse(text).range());
}
