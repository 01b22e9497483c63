import type { DeviceReport } from '@platen/contract/report';
import type { IppAttribute } from '../ipp/message.ts';
import { makerTables } from '../normalise/makers/registry.ts';
import { readDeviceId, serialOf } from '../normalise/naming/named-text.ts';
import { isSerial, readLabelledSerial } from '../normalise/readings.ts';
import type { SnmpValue } from '../snmp/value.ts';

/** What a device sent, in both protocols. */
export interface Sent {
  objects: ReadonlyMap<string, SnmpValue>;
  attributes: readonly IppAttribute[];
}

/** Words of the trade: as a host name they identify no customer, and they occur in many texts. */
export const commonWords: readonly string[] = (
  'printer printing network scanner copier office device system server ethernet wireless cartridge magenta yellow laserjet ' +
  'officejet workcentre multifunction controller firmware version serial number unknown default english monochrome cassette document'
).split(' ');

const enterprises = '1.3.6.1.4.1.';
const serialObjects = new Set(
  makerTables.flatMap(({ objects }) => objects.flatMap(({ oid, means }) => (means.is === 'serial' ? [oid] : []))),
);

/**
 * Serial numbers: in the makers' own objects, in device ids (Epson's decoded and as sent) and after a label,
 * at any position.
 */
export function findIdentities(sent: Sent): string[] {
  const texts = toTexts(sent);
  const own = [...sent.objects].flatMap(([oid, value]) =>
    serialObjects.has(oid) && 'bytes' in value ? [Buffer.from(value.bytes).toString('latin1').trim()] : [],
  );
  const inTexts = texts.flatMap((text) => {
    const fields = readDeviceId(text);
    return [serialOf(fields), fields.get('SN'), fields.get('SERN'), fields.get('SER'), readLabelledSerial(text)];
  });
  return [...own, ...inTexts].flatMap((text) =>
    text !== undefined && text.length >= 5 && isSerial(text) ? [text] : [],
  );
}

const macInText = /(?<![0-9a-f])(?:[0-9a-f]{2}[:-]){5}[0-9a-f]{2}(?![0-9a-f])/gi;

/** MAC addresses as 12 hex digits, in any text. */
export const findMacs = (sent: Sent): string[] =>
  toTexts(sent).flatMap((text) =>
    (text.match(macInText) ?? [])
      .map((mac) => mac.replaceAll(/[:-]/g, '').toLowerCase())
      .filter((mac) => !/^0+$|^f+$/.test(mac)),
  );

/** Settings and states in one word, as makers' own objects contain them. */
const settings =
  /^(?:true|false|on|off|yes|no|none|unknown|ready|idle|sleep|auto|default|enabled?|disabled?|black|cyan|magenta|yellow|color|colour|mono|letter|legal|plain|english|german|french|spanish|italian|japanese|ascii|text|printer|printing|simplex|duplex|normal|active|inactive|open|closed|local|remote|internal|external|installed|available|empty|full|standard|custom|left|right|front|rear|upper|lower|tray|main|network|engine|copy|copies|scan|fax|total)$/i;

/**
 * Words in the makers' own objects that may be a community or a password. SNMP has no standard object for
 * these, so each single word counts that is no setting, no version, no abbreviation, and that neither Platen
 * reads nor the standard objects contain.
 */
export function findCredentials(objects: ReadonlyMap<string, SnmpValue>, report: DeviceReport): string[] {
  const read = new Set(toRawValues(report));
  const standard = [...objects]
    .flatMap(([oid, value]) => (oid.startsWith(enterprises) || !('bytes' in value) ? [] : [toLatin1(value.bytes)]))
    .join('\n')
    .toLowerCase();
  return [...objects].flatMap(([oid, value]) => {
    if (!oid.startsWith(enterprises) || value.type !== 'octets') return [];
    const word = toLatin1(value.bytes).replaceAll(/^[\s\0]+|[\s\0]+$/g, '');
    if (!/^[!-~]{4,64}$/.test(word) || settings.test(word) || read.has(word)) return [];
    if (/^[\d.,:/+-]+$/.test(word) || /\d\.\w/.test(word) || /[;=|]/.test(word)) return [];
    const isAbbreviation = /^[A-Z][A-Z-]{0,11}$/.test(word) || /^[A-Z][a-z]+$/.test(word);
    return isAbbreviation || standard.includes(word.toLowerCase()) ? [] : [word];
  });
}

/** Names of the product that Platen shows: no part of these is a secret. */
export function toProductTexts({ identity, firmware }: DeviceReport): string[] {
  const readings = [identity.model, identity.manufacturer, ...Object.values(firmware ?? {})];
  return readings.flatMap((reading) => (reading?.state === 'measured' ? [reading.value] : []));
}

/** The raw values of everything in a report except its identity. */
function toRawValues({ identity, ...rest }: DeviceReport): string[] {
  const found: string[] = [];
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, item] of Object.entries(value)) {
      if (key === 'raw' && typeof item === 'string') found.push(item.trim());
      else visit(item);
    }
  };
  visit(rest);
  visit({ model: identity.model, manufacturer: identity.manufacturer });
  return found;
}

function toTexts({ objects, attributes }: Sent): string[] {
  const inObjects = [...objects.values()].flatMap((value) => ('bytes' in value ? [toLatin1(value.bytes)] : []));
  const inAttributes = attributes.flatMap(({ values }) =>
    values.flatMap((value) => ('bytes' in value ? [toLatin1(value.bytes)] : [])),
  );
  return [...inObjects, ...inAttributes];
}

const toLatin1 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');
