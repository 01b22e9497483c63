import { groupTags, type IppAttribute, type IppMessage, type IppValue, valueTags } from './message.ts';

/**
 * The message as octets (RFC 8010 section 3). The result of `decodeMessage` encodes to its input, without a
 * document.
 */
export function encodeMessage({ version, code, requestId, groups }: IppMessage): Uint8Array {
  const head = Buffer.alloc(8);
  head.writeUInt8(version.major, 0);
  head.writeUInt8(version.minor, 1);
  head.writeUInt16BE(code, 2);
  head.writeInt32BE(requestId, 4);
  const parts: Uint8Array[] = [head];
  for (const group of groups) parts.push(Uint8Array.of(group.tag), ...group.attributes.flatMap(toParts));
  parts.push(Uint8Array.of(groupTags.end));
  return Buffer.concat(parts);
}

/** An attribute without values cannot be encoded and is left out. */
function toParts({ name, values }: IppAttribute): Uint8Array[] {
  return values.flatMap((value, position) => toValueParts(value, position === 0 ? name : ''));
}

function toValueParts(value: IppValue, name: string): Uint8Array[] {
  if (value.type !== 'collection') return [field(value.tag, name, toContent(value))];
  const members = value.members.flatMap((member) => [
    field(valueTags.memberAttrName, '', Buffer.from(member.name, 'latin1')),
    ...member.values.flatMap((item) => toValueParts(item, '')),
  ]);
  return [field(value.tag, name, nothing), ...members, field(valueTags.endCollection, '', nothing)];
}

const nothing = new Uint8Array();

function field(tag: number, name: string, content: Uint8Array): Uint8Array {
  const bytes = Buffer.from(name, 'latin1');
  return Buffer.concat([Uint8Array.of(tag), length(bytes.length), bytes, length(content.length), content]);
}

function toContent(value: Exclude<IppValue, { type: 'collection' }>): Uint8Array {
  switch (value.type) {
    case 'outOfBand':
      return nothing;
    case 'integer':
      return int32(value.value);
    case 'boolean':
      return Uint8Array.of(value.value ? 1 : 0);
    case 'range':
      return Buffer.concat([int32(value.lower), int32(value.upper)]);
    case 'resolution':
      return Buffer.concat([int32(value.x), int32(value.y), Uint8Array.of(value.units)]);
    case 'text': {
      if (value.language === undefined) return value.bytes;
      const language = Buffer.from(value.language, 'latin1');
      return Buffer.concat([length(language.length), language, length(value.bytes.length), value.bytes]);
    }
    case 'octets':
    case 'malformed':
    default:
      return value.bytes;
  }
}

function length(octets: number): Uint8Array {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(octets);
  return bytes;
}

function int32(value: number): Uint8Array {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

const getPrinterAttributes = 0x000b;

export interface Question {
  uri: string;
  version: { major: number; minor: number };
  requestId: number;
  /** `read`: the attributes this reader knows; `all`: for printers that refuse a list. */
  attributes: 'read' | 'all';
}

/**
 * Get-Printer-Attributes (RFC 8011 section 4.2.5). The character set comes first, the language second, as
 * section 4.1.4 requires.
 */
export function encodeQuestion({ uri, version, requestId, attributes }: Question): Uint8Array {
  const names = attributes === 'all' ? ['all'] : requestedAttributes;
  const operation: IppAttribute[] = [
    { name: 'attributes-charset', values: [text(valueTags.charset, 'utf-8')] },
    { name: 'attributes-natural-language', values: [text(valueTags.naturalLanguage, 'en')] },
    { name: 'printer-uri', values: [text(valueTags.uri, uri)] },
    { name: 'requested-attributes', values: names.map((name) => text(valueTags.keyword, name)) },
  ];
  const groups = [{ tag: groupTags.operation, attributes: operation }];
  return encodeMessage({ version, code: getPrinterAttributes, requestId, groups });
}

const text = (tag: number, content: string): IppValue => ({ tag, type: 'text', bytes: Buffer.from(content) });

/**
 * The attributes requested. Printer Description attributes of RFC 8011 (section 5.4), PWG 5100.9 (alerts),
 * PWG 5100.13 (firmware, device id, supplies, trays) and the CUPS markers, which most printers send too.
 */
export const requestedAttributes = [
  'printer-make-and-model',
  'printer-device-id',
  'printer-uuid',
  'printer-name',
  'printer-info',
  'printer-location',
  'printer-serial-number',
  'printer-firmware-name',
  'printer-firmware-string-version',
  'printer-firmware-version',
  'printer-state',
  'printer-state-reasons',
  'printer-state-message',
  'printer-is-accepting-jobs',
  'printer-up-time',
  'printer-alert',
  'printer-alert-description',
  'marker-names',
  'marker-types',
  'marker-colors',
  'marker-levels',
  'marker-low-levels',
  'marker-high-levels',
  'printer-supply',
  'printer-supply-description',
  'printer-input-tray',
  'printer-output-tray',
  'media-ready',
  'printer-impressions-completed',
  'printer-media-sheets-completed',
  'printer-pages-completed',
] as const;
