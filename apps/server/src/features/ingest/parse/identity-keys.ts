import type { DeviceReport } from '@platen/contract/report';
import { toText } from '../../../store/report-format/sections.ts';

/** What a device is recognised by. */
export interface IdentityKey {
  kind: 'serial' | 'mac';
  value: string;
}

/**
 * Placeholders of makers and resellers instead of a serial number: they would merge many devices into one.
 */
const noSerial =
  /^(0+|[x*?#._-]+|n\/?a|none|null|nil|unknown|unavailable|default|not (available|set|specified|applicable)|serial( ?(number|no\.?))?|to be filled by o\.?e\.?m\.?|1?23456789?0?)$/i;

/**
 * The keys of a report, strongest first: serial within the enterprise number, serial within the maker's name,
 * then the MAC addresses. Serial numbers are unique only within a maker; never an address, which moves
 * between devices.
 */
export function toIdentityKeys({ identity }: DeviceReport): IdentityKey[] {
  const serial = toSerial(toText(identity.serial));
  const maker = toMaker(toText(identity.manufacturer));
  const serials: string[] = [];
  if (serial !== null) {
    if (identity.enterprise !== undefined) serials.push(`e${identity.enterprise}/${serial}`);
    if (maker !== '') serials.push(`m${maker}/${serial}`);
    if (serials.length === 0) serials.push(`/${serial}`);
  }
  const macs = [...new Set(identity.macAddresses ?? [])].filter(isOwnMac);
  return [
    ...serials.map((value): IdentityKey => ({ kind: 'serial', value })),
    ...macs.map((value): IdentityKey => ({ kind: 'mac', value })),
  ];
}

/** The serial without its scope: what follows the first slash. */
export const toBareSerial = (value: string): string => value.slice(value.indexOf('/') + 1);

function toSerial(text: string | null): string | null {
  if (text === null || noSerial.test(text)) return null;
  return text.replaceAll(/\s+/g, ' ').toUpperCase();
}

/** `Hewlett-Packard` and `HEWLETT PACKARD` are one maker. */
const toMaker = (text: string | null): string => (text ?? '').toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Neither all zero nor a group address (IEEE 802: the lowest bit of the first octet). */
function isOwnMac(mac: string): boolean {
  return mac !== '00:00:00:00:00:00' && (Number.parseInt(mac.slice(0, 2), 16) & 1) === 0;
}

/** A key as one text, for maps. */
export const toKeyText = ({ kind, value }: IdentityKey): string => `${kind} ${value}`;
