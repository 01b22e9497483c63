import type { DeviceReport } from '@platen/contract/report';
import type { EvidenceRule, Reading } from '@platen/contract/values';
import { scalars, tables } from '../../snmp/objects.ts';
import type { RawReading } from '../../snmp/read-raw.ts';
import { decideDeviceIndex } from '../decide-printer.ts';
import type { NamedText } from '../naming/named-text.ts';
import { fromDeviceId } from '../naming/named-text.ts';
import { type RawObject, rowOf, toRows, toScalar } from '../raw-table.ts';
import { toEvidence } from '../readings.ts';
import { cutText, isSerial, readLabelledSerial, toText } from '../text.ts';
import type { Claim } from './claims.ts';
import { readDeviceId, serialOf } from './device-id.ts';
import type { TextMeaning } from './table.ts';

type Identity = DeviceReport['identity'];
const entityMib = '1.3.6.1.2.1.47.';

/**
 * Serial, model and device id: from the maker's own objects, else from the fields of the device id, else from
 * the maker's label in sysDescr.
 */
export function toIdentity(raw: RawReading, claims: readonly Claim[]): Identity | undefined {
  const textsOf = (is: TextMeaning['is']): { object: RawObject; text: string }[] =>
    claims.flatMap(({ means, object }) => {
      const text = means.is === is ? toRelevantText(toText(object), means.pattern) : undefined;
      return text === undefined ? [] : [{ object, text }];
    });
  const ids = textsOf('deviceId');
  const fields = ids.map(({ object, text }) => ({ object, fields: readDeviceId(text) }));
  const serials = [
    ...textsOf('serial'),
    ...fields.flatMap(({ object, fields: found }) => toSerial(object, serialOf(found))),
    ...fromDescription(raw),
  ];
  const [serial, deviceId] = [serials.find(({ text }) => isSerial(text)), ids[0]].map(toReading);
  if (serial === undefined && deviceId === undefined) return undefined;
  return { serial, deviceId };
}

/** Names of maker and model in the maker's own objects, in device ids and in ENTITY-MIB. */
export function toNamedTexts(claims: readonly Claim[]): NamedText[] {
  return claims.flatMap(({ means, object }): NamedText[] => {
    if (means.is !== 'model' && means.is !== 'maker' && means.is !== 'deviceId') return [];
    const text = toRelevantText(toText(object), means.pattern);
    if (text === undefined) return [];
    const evidence = toEvidence(object, 'makersObject');
    if (means.is === 'deviceId') return fromDeviceId(text, evidence);
    return [{ source: object.oid.startsWith(entityMib) ? 'entity' : 'makersObject', text, evidence }];
  });
}

/**
 * A serial after its label in the device's description, as many makers write it: `S/N ABC123`, `SN:ABC123`.
 */
function fromDescription(raw: RawReading): { object: RawObject; text: string }[] {
  const device = rowOf(toRows(raw, 'hrDevice'), decideDeviceIndex(raw))?.hrDeviceDescr;
  return [device, toScalar(raw, 'sysDescr', scalars.sysDescr)].flatMap((object) =>
    object === undefined ? [] : toSerial(object, readLabelledSerial(toText(object) ?? '')),
  );
}

/** The relevant part of a text, trimmed; undefined if it is empty. */
export function toRelevantText(text: string | undefined, pattern: RegExp | undefined): string | undefined {
  const meant = pattern === undefined ? text : pattern.exec(text ?? '')?.[1];
  const trimmed = meant?.trim();
  return trimmed === '' ? undefined : trimmed;
}

const toSerial = (object: RawObject, text: string | undefined) => (text === undefined ? [] : [{ object, text }]);
const toReading = (found: { object: RawObject; text: string } | undefined): Reading<string> | undefined =>
  found === undefined
    ? undefined
    : { state: 'measured', value: cutText(found.text, 1024), evidence: toEvidence(found.object, ruleOf(found.object)) };
const ruleOf = ({ oid }: RawObject): EvidenceRule =>
  oid === `${scalars.sysDescr}.0` || oid.startsWith(`${tables.hrDevice.entry}.`) ? 'fromDescription' : 'makersObject';
