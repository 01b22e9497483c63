import type { RawObject } from './raw-table.ts';

/** Texts of table rows: RFC 3805 allows 255 octets; twice that keeps a hostile device's report within what the server takes. */
export const rowTextLimit = 512;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * A device's text: UTF-8 when it is valid UTF-8, else Latin-1 (RFC 3805 leaves the character set to prtGeneralLocalization,
 * which devices do not keep). The two-byte type-and-length head of HP's PML strings is taken off, control characters go,
 * line feeds and tabs stay as they are part of some texts.
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

/** PML strings carry 0x01 and then the symbol-set or length octet before the text (seen as `01 15 …`). */
function withoutPmlHead(bytes: Uint8Array): Uint8Array {
  const [first, second, third] = bytes;
  const isHead = first === 0x01 && second !== undefined && second < 0x20 && third !== undefined && third >= 0x20;
  return isHead ? bytes.subarray(2) : bytes;
}

function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    // Not TextDecoder: its `latin1` is windows-1252.
    return Buffer.from(bytes).toString('latin1');
  }
}

/** At most `limit` UTF-16 units, never half a character: a database refuses those. */
export function cutText(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const short = text.slice(0, limit);
  return /[\ud800-\udbff]$/.test(short) ? short.slice(0, -1) : short;
}
