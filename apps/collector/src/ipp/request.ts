import { encodeMessage } from './encode.ts';
import { groupTags, type IppAttribute, type IppValue, valueTags } from './message.ts';

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
  'printer-impressions-completed',
  'printer-media-sheets-completed',
  'printer-pages-completed',
] as const;
