import type { RawObject } from './raw-table.ts';

/**
 * Texts of table rows: RFC 3805 allows 255 octets; twice that keeps a hostile device's report within the
 * server's limit.
 */
export const rowTextLimit = 512;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * A device's text: UTF-8 if it is valid UTF-8, else Latin-1 (RFC 3805 leaves the character set to
 * prtGeneralLocalization, which devices do not observe). The symbol set before HP's PML strings and control
 * characters are removed; line feeds and tabs remain, as they are part of some texts.
 */
export function decodeText(bytes: Uint8Array): string {
  return decode(withoutPmlHead(bytes))
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/(?![\n\t])[\p{Cc}\u2028\u2029\ufeff\u202a-\u202e\u2066-\u2069]/gu, '');
}

/** The text of an OCTET STRING object; undefined for every other type. */
export function toText(object: RawObject | undefined, limit = 1024): string | undefined {
  if (object?.value.type !== 'octets') return undefined;
  return cutText(decodeText(object.value.bytes), limit);
}

/**
 * HP's PML puts a symbol set before the text, two octets: 32 times its number plus its letter's position (8U,
 * Roman-8, is 0x0115). Those that devices send: 0N, 0U, 8U, 9U, 10U, 18N, 19U.
 */
const pmlSymbolSets = new Set([0x000e, 0x0015, 0x0115, 0x0135, 0x0155, 0x024e, 0x0275]);

function withoutPmlHead(bytes: Uint8Array): Uint8Array {
  const [high, low] = bytes;
  return high !== undefined && low !== undefined && pmlSymbolSets.has(high * 256 + low) ? bytes.subarray(2) : bytes;
}

function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    // Not TextDecoder: its `latin1` is windows-1252.
    return Buffer.from(bytes).toString('latin1');
  }
}

/** At most `limit` UTF-16 units, never half a character: databases refuse those. */
export function cutText(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const short = text.slice(0, limit);
  return /[\ud800-\udbff]$/.test(short) ? short.slice(0, -1) : short;
}

/** Placeholders for "no serial": used as a serial they would merge many devices into one. */
const noSerial =
  /^(0+|x+|[-. *?#_]*|unknown|none|n\/?a|null|nil|default|unavailable|not (available|set|specified|applicable)|serial ?(number|no\.?)?|to be filled by o\.?e\.?m\.?)$/i;

/** Whether a text is a serial number at all. */
export const isSerial = (text: string): boolean => !noSerial.test(text.trim());

const labelled =
  /(?<![\p{L}\p{N}])(?:s\/n_?|sn|serial(?: ?(?:number|no|nr)\.?)?)(?:\s*[:#=]\s*|\s+)([0-9A-Z][0-9A-Z-]{5,31})(?![\w-])/iu;

/**
 * The serial after its label in a description; undefined if there is none, or the word after the label is
 * none.
 */
export function readLabelledSerial(text: string): string | undefined {
  const value = labelled.exec(text)?.[1];
  return value !== undefined && /\d/.test(value) && isSerial(value) ? value : undefined;
}
