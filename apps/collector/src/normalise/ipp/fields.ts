import { toSigned } from '../readings.ts';

/**
 * `key=value;key=value` as PWG 5100.9 and 5100.13 write alerts, trays and supplies; keys in lower case, the first of a key counts.
 * Some printers put the attribute's own name and place before it (`printer-alert[0] = code=jam`): that goes.
 */
export function readFields(text: string): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  for (const part of withoutPlace(text).split(';')) {
    const equals = part.indexOf('=');
    const key = part.slice(0, Math.max(0, equals)).trim().toLowerCase();
    if (equals > 0 && !fields.has(key)) fields.set(key, part.slice(equals + 1).trim());
  }
  return fields;
}

/** A text without the name and place some printers put before it, and without the quotes they then put around it. */
export function withoutPlace(text: string): string {
  const match = /^printer-[a-z-]+\[\d+\]\s*=\s*(.*)$/s.exec(text);
  const rest = match?.[1];
  return rest === undefined ? text : rest.replace(/^'(.*)'$/s, '$1');
}

/** A whole number of a field, with its sign (4294967294 is -2); undefined for anything else. */
export function toFieldNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^-?\d{1,10}$/.test(text) ? toSigned(Number(text)) : undefined;
}
