import type { Evidence } from '@platen/contract/values';

/**
 * Source of a product name and its reliability: users can change a printer's name and info, sysDescr often is
 * that of the network card, ENTITY-MIB may describe a part. `brand` is the weight of its maker, `model` that
 * of its model.
 */
export const nameSources = {
  hrDeviceDescr: { model: 80, brand: 90 },
  makeAndModel: { model: 78, brand: 88 },
  makersObject: { model: 72, brand: 60 },
  deviceIdModel: { model: 66, brand: 62 },
  deviceIdMaker: { model: 0, brand: 65 },
  sysDescr: { model: 62, brand: 80 },
  deviceIdDescription: { model: 58, brand: 61 },
  entity: { model: 56, brand: 55 },
  sysObjectId: { model: 0, brand: 45 },
  printerName: { model: 30, brand: 30 },
  printerInfo: { model: 15, brand: 15 },
} as const;
export type NameSource = keyof typeof nameSources;

/** A text that may name maker and model. `maker`: the maker if it is no text (an enterprise number). */
export interface NamedText {
  readonly source: NameSource;
  readonly text: string;
  readonly maker?: string;
  readonly evidence: Evidence;
}

/** Names in an IEEE 1284 device id: its maker (MFG), its model (MDL) and its description (DES). */
export function fromDeviceId(text: string, evidence: Evidence): NamedText[] {
  const fields = readDeviceId(text);
  const named: [NameSource, string | undefined][] = [
    ['deviceIdMaker', makerOf(fields)],
    ['deviceIdModel', modelOf(fields)],
    ['deviceIdDescription', descriptionOf(fields)],
  ];
  return named.flatMap(([source, value]) => (value === undefined ? [] : [{ source, text: value, evidence }]));
}

/**
 * Fields of an IEEE 1284 device id (`MFG:Brother;MDL:MFC-8440;SN:…;`), keys in capitals; long and short names
 * alike.
 */
export function readDeviceId(text: string): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  for (const part of text.split(';')) {
    const colon = part.indexOf(':');
    const key = part.slice(0, Math.max(0, colon)).trim().toUpperCase();
    const value = part.slice(colon + 1).trim();
    if (colon > 0 && value !== '' && !fields.has(key)) fields.set(key, value);
  }
  return fields;
}

const first = (fields: ReadonlyMap<string, string>, keys: readonly string[]): string | undefined =>
  keys.map((key) => fields.get(key)).find((value) => value !== undefined);
const makerOf = (fields: ReadonlyMap<string, string>): string | undefined => first(fields, ['MFG', 'MANUFACTURER']);
const modelOf = (fields: ReadonlyMap<string, string>): string | undefined => first(fields, ['MDL', 'MODEL']);
const descriptionOf = (fields: ReadonlyMap<string, string>): string | undefined =>
  first(fields, ['DES', 'DESCRIPTION']);

/** The serial, Epson's decoded, so that it equals the one that the same device reports elsewhere. */
export function serialOf(fields: ReadonlyMap<string, string>): string | undefined {
  const serial = first(fields, ['SN', 'SERN', 'SER', 'SERIALNUMBER', 'SERIAL']);
  return serial !== undefined && /epson/i.test(makerOf(fields) ?? '') ? toEpsonSerial(serial) : serial;
}

/**
 * Epson sends the hex digits of the serial's first eight characters and then its last two digits unchanged
 * (BCD): `565A52503332363264` is VZRP326264. Some models send the hex digits of all its characters. Anything
 * else is returned unchanged.
 */
function toEpsonSerial(sent: string): string {
  if (!/^([0-9a-f]{2}){9,12}$/i.test(sent)) return sent;
  const decode = (hex: string): string => Buffer.from(hex, 'hex').toString('latin1');
  const isPacked = sent.length === 18 && /^\d\d$/.test(sent.slice(16));
  const plain = isPacked ? decode(sent.slice(0, 16)) + sent.slice(16) : decode(sent);
  return /^[0-9A-Z]+$/.test(plain) ? plain : sent;
}
