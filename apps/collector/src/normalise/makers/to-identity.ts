import type { DeviceReport } from '@platen/contract/report';
import type { EvidenceRule, Reading } from '@platen/contract/values';
import { scalars } from '../../snmp/objects.ts';
import type { RawReading } from '../../snmp/read-raw.ts';
import { toEvidence } from '../evidence.ts';
import { splitBrand } from '../manufacturer.ts';
import { type RawObject, toScalar } from '../raw-table.ts';
import { isSerial } from '../serial-text.ts';
import { cutText, toText } from '../text.ts';
import type { Claim } from './claims.ts';
import { modelOf, readDeviceId, serialOf } from './device-id.ts';
import type { MakerTable, TextMeaning } from './table.ts';

type Identity = DeviceReport['identity'];

/** Serial, model and device id: from the maker's own objects, else from the fields of the device id, else from the maker's label in sysDescr. */
export function toIdentity(
  raw: RawReading,
  claims: readonly Claim[],
  tables: readonly MakerTable[],
): Identity | undefined {
  const said = (is: TextMeaning['is']): { object: RawObject; text: string }[] =>
    claims.flatMap(({ means, object }) => {
      const text = means.is === is ? toMeant(toText(object), means.pattern) : undefined;
      return text === undefined ? [] : [{ object, text }];
    });
  const ids = said('deviceId');
  const fields = ids.map(({ object, text }) => ({ object, fields: readDeviceId(text) }));
  const serials = [
    ...said('serial'),
    ...fields.flatMap(({ object, fields: found }) => toSaid(object, serialOf(found))),
    ...fromDescription(raw, tables),
  ];
  const models = [
    ...said('model'),
    ...fields.flatMap(({ object, fields: found }) => toSaid(object, modelOf(found))),
  ].map(({ object, text }) => ({ object, text: splitBrand(text)?.rest || text }));
  const [serial, model, deviceId] = [serials.find(({ text }) => isSerial(text)), models[0], ids[0]].map(toReading);
  if (serial === undefined && model === undefined && deviceId === undefined) return undefined;
  return { serial, model, deviceId };
}

function fromDescription(raw: RawReading, tables: readonly MakerTable[]): { object: RawObject; text: string }[] {
  const object = toScalar(raw, 'sysDescr', scalars.sysDescr);
  const patterns = tables.flatMap(({ texts }) => texts?.sysDescr ?? []);
  return object === undefined
    ? []
    : patterns.flatMap((pattern) => toSaid(object, pattern.exec(toText(object) ?? '')?.[1]));
}

/** The part of a text that is meant, without the blanks around it; undefined when nothing is left. */
export function toMeant(text: string | undefined, pattern: RegExp | undefined): string | undefined {
  const meant = pattern === undefined ? text : pattern.exec(text ?? '')?.[1];
  const trimmed = meant?.trim();
  return trimmed === '' ? undefined : trimmed;
}

const toSaid = (object: RawObject, text: string | undefined) => (text === undefined ? [] : [{ object, text }]);
const toReading = (said: { object: RawObject; text: string } | undefined): Reading<string> | undefined =>
  said === undefined
    ? undefined
    : { state: 'measured', value: cutText(said.text, 1024), evidence: toEvidence(said.object, ruleOf(said.object)) };
const ruleOf = ({ oid }: RawObject): EvidenceRule =>
  oid === `${scalars.sysDescr}.0` ? 'fromDescription' : 'makersObject';
