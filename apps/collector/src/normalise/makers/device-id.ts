/** Fields of an IEEE 1284 device id (`MFG:Brother;MDL:MFC-8440;SN:…;`), keys in capitals; long and short names alike. */
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
export const serialOf = (fields: ReadonlyMap<string, string>): string | undefined =>
  first(fields, ['SN', 'SERN', 'SERIALNUMBER']);
export const modelOf = (fields: ReadonlyMap<string, string>): string | undefined => first(fields, ['MDL', 'MODEL']);
