/** Delimiter tags (RFC 8010 section 3.5.1): the kind of group that follows; 0x03 ends the attributes. */
export const groupTags = { operation: 0x01, job: 0x02, end: 0x03, printer: 0x04, unsupported: 0x05 } as const;

/** Value tags (RFC 8010 section 3.5.2; RFC 3380 for notSettable, deleteAttribute and adminDefine). */
export const valueTags = {
  unsupported: 0x10,
  default: 0x11,
  unknown: 0x12,
  noValue: 0x13,
  notSettable: 0x15,
  deleteAttribute: 0x16,
  adminDefine: 0x17,
  integer: 0x21,
  boolean: 0x22,
  enum: 0x23,
  octetString: 0x30,
  dateTime: 0x31,
  resolution: 0x32,
  rangeOfInteger: 0x33,
  begCollection: 0x34,
  textWithLanguage: 0x35,
  nameWithLanguage: 0x36,
  endCollection: 0x37,
  textWithoutLanguage: 0x41,
  nameWithoutLanguage: 0x42,
  keyword: 0x44,
  uri: 0x45,
  uriScheme: 0x46,
  charset: 0x47,
  naturalLanguage: 0x48,
  mimeMediaType: 0x49,
  memberAttrName: 0x4a,
} as const;

/** Sent instead of a value (RFC 8011 section 5.1.1); none of these is ever a value. */
export type OutOfBand =
  | 'unsupported'
  | 'default'
  | 'unknown'
  | 'noValue'
  | 'notSettable'
  | 'deleteAttribute'
  | 'adminDefine'
  | 'reserved';

/**
 * A value with the tag it was sent with. `octets`: octetString, dateTime and tags without a syntax here.
 * `malformed`: the length of the value fits the message, but its content is not of its type; other values are
 * unaffected.
 */
export type IppValue =
  | { tag: number; type: 'outOfBand'; name: OutOfBand }
  | { tag: number; type: 'integer'; value: number }
  | { tag: number; type: 'boolean'; value: boolean }
  | { tag: number; type: 'range'; lower: number; upper: number }
  | { tag: number; type: 'resolution'; x: number; y: number; units: number }
  | { tag: number; type: 'text'; bytes: Uint8Array; language?: string }
  | { tag: number; type: 'octets' | 'malformed'; bytes: Uint8Array }
  | { tag: number; type: 'collection'; members: IppAttribute[] };

/** One attribute with all its values; a 1setOf of one cannot be distinguished from a scalar. */
export interface IppAttribute {
  name: string;
  values: IppValue[];
}

/** Attributes of one group, in the order sent; a name that is sent twice occurs twice. */
export interface IppGroup {
  tag: number;
  attributes: IppAttribute[];
}

/** `code`: the operation of a request, the status of a response. */
export interface IppMessage {
  version: { major: number; minor: number };
  code: number;
  requestId: number;
  groups: IppGroup[];
}

/** Limits of one message; real printers stay below 20 KB, 200 attributes and 3,000 values. */
export const messageLimits = { bytes: 1_048_576, groups: 1024, attributes: 10_000, values: 100_000, depth: 8 } as const;

/** server-error-version-not-supported, client-error-not-found and related ones (RFC 8011 appendix B). */
const versionNotSupported = 0x0503;
const notHere = new Set([0x0401, 0x0402, 0x0403, 0x0406, 0x0407]);

/** What the reader does next, by status; 0x0000 to 0x00ff are successes, some with attributes left out. */
export function statusGroup(code: number): 'successful' | 'versionNotSupported' | 'notHere' | 'refused' {
  if (code <= 0x00ff) return 'successful';
  if (code === versionNotSupported) return 'versionNotSupported';
  return notHere.has(code) ? 'notHere' : 'refused';
}
