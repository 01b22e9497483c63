import type { DeviceReport } from '@platen/contract/report';
import type { EvidenceRule, Reading } from '@platen/contract/values';
import { scalars, tables } from '../../snmp/objects.ts';
import type { Further, FurtherGroup, RawReading } from '../../snmp/read-raw.ts';
import { decideDeviceIndex } from '../decide-printer.ts';
import type { Layer } from '../merge/layer.ts';
import { fromDeviceId, type NamedText, readDeviceId, serialOf } from '../naming/named-text.ts';
import { type RawObject, rowOf, toRows, toScalar } from '../raw-table.ts';
import { cutText, isSerial, readLabelledSerial, toEvidence, toText } from '../readings.ts';
import { toEnterprise } from '../standard/identity.ts';
import { type Claim, toClaims } from './claims.ts';
import { findBrand, makerOfEnterprise, makerOfName, tablesOf } from './registry.ts';
import { firmware, type MakerTable, type TextMeaning, text } from './table.ts';
import { toSupplies } from './to-supplies.ts';

/** The values of the maker's own objects, by the tables that may fit the device. Pure. */
export function toMakerLayer(raw: RawReading): Layer {
  const tables = [...chooseTables(raw), common];
  const claims = tables.flatMap((table) => toClaims(raw, table));
  return {
    source: 'maker',
    sections: {
      identity: toIdentity(raw, claims),
      counters: toCounters(claims),
      supplies: toSupplies(raw, claims, tables),
      firmware: toFirmware(claims),
    },
    names: toNamedTexts(claims),
  };
}

type Counters = NonNullable<DeviceReport['counters']>;
type ByFunction = NonNullable<Counters['byFunction']>[number];

/**
 * Counters named for what they count; of several values for one counter in one unit the first is used.
 * Undefined if there are none.
 */
function toCounters(claims: readonly Claim[]): Counters | undefined {
  const counters: Counters = {};
  const byFunction = new Map<string, ByFunction>();
  const labelled = new Map<string, NonNullable<Counters['labelled']>[number]>();
  for (const { means, object, also, value, unit } of claims) {
    if (value === undefined || !Number.isSafeInteger(value)) continue;
    const reading: ByFunction['reading'] = {
      state: 'measured',
      value,
      evidence: toEvidence(object, 'makersObject', also),
    };
    if (means.is === 'counter') counters[means.of] ??= { unit, reading };
    if (means.is === 'labelled' && !labelled.has(means.label))
      labelled.set(means.label, { label: means.label, unit, reading });
    if (means.is !== 'byFunction') continue;
    const key = `${means.of.function} ${means.of.color} ${means.of.size} ${unit}`;
    if (!byFunction.has(key)) byFunction.set(key, { ...means.of, unit, reading });
  }
  if (byFunction.size > 0) counters.byFunction = [...byFunction.values()];
  if (labelled.size > 0) counters.labelled = [...labelled.values()];
  return Object.keys(counters).length > 0 ? counters : undefined;
}

type Firmware = NonNullable<DeviceReport['firmware']>;

/** Placeholder texts of units without a version of their own. */
const noVersion = /^([-. ]+|registered|none|n\/a|unknown)$/i;

/** Versions by field, the first value for each; undefined if there are none. */
function toFirmware(claims: readonly Claim[]): Firmware | undefined {
  const firmware: Firmware = {};
  for (const { means, object } of claims) {
    if (means.is !== 'firmware' || firmware[means.field] !== undefined) continue;
    const value = toRelevantText(toText(object), means.pattern);
    if (value === undefined || noVersion.test(value)) continue;
    firmware[means.field] = {
      state: 'measured',
      value: cutText(value, 256),
      evidence: toEvidence(object, 'makersObject'),
    };
  }
  return Object.keys(firmware).length > 0 ? firmware : undefined;
}

/**
 * The tables that may fit a device: first those of the number in sysObjectID, then those of the brand; empty
 * for an unknown maker.
 */
function chooseTables(raw: RawReading): readonly MakerTable[] {
  const enterprise = toEnterprise(toScalar(raw, 'sysObjectID', scalars.sysObjectID));
  const device = rowOf(toRows(raw, 'hrDevice'), decideDeviceIndex(raw))?.hrDeviceDescr;
  const brand = [device, toScalar(raw, 'sysDescr', scalars.sysDescr)]
    .map((object) => findBrand(toText(object) ?? ''))
    .find((name) => name !== undefined);
  return [...new Set([...tablesOf(makerOfEnterprise(enterprise)?.maker), ...tablesOf(makerOfName(brand))])];
}

const chassis = '1.3.6.1.2.1.47.1.1.1.1';

/**
 * Objects that devices of many makers have: the IEEE 1284 device id and the chassis; read from every printer.
 */
const common: MakerTable = {
  maker: '',
  source:
    'RFC 6933 (ENTITY-MIB, the chassis); PWG 5107.1 (PRINTER-PORT-MONITOR-MIB); gdStatusId of HP-LASERJET-COMMON-MIB, which others have adopted',
  root: '1.3.6.1.4.1',
  objects: [
    { oid: '1.3.6.1.4.1.2699.1.2.1.2.1.1.3.1', name: 'ppmPrinterIEEE1284DeviceId', means: text.deviceId },
    { oid: '1.3.6.1.4.1.11.2.3.9.1.1.7.0', name: 'gdStatusId', means: text.deviceId },
    { oid: `${chassis}.9.1`, name: 'entPhysicalFirmwareRev.1', means: firmware('system') },
    { oid: `${chassis}.10.1`, name: 'entPhysicalSoftwareRev.1', means: firmware('system') },
    { oid: `${chassis}.11.1`, name: 'entPhysicalSerialNum.1', means: text.serial },
    { oid: `${chassis}.12.1`, name: 'entPhysicalMfgName.1', means: text.maker },
    { oid: `${chassis}.13.1`, name: 'entPhysicalModelName.1', means: text.model },
  ],
};

/**
 * The objects to read in addition to the standard ones. If several makers may have built the device, only
 * those whose tree it has.
 */
export function toFurther(raw: RawReading): Further {
  const chosen = chooseTables(raw);
  const isSure = chosen.length === 1;
  return { groups: [toGroup(common), ...chosen.map((table) => (isSure ? toGroup(table) : withRoot(table)))] };
}

const withRoot = (table: MakerTable): FurtherGroup => ({ ...toGroup(table), root: table.root });

function toGroup({ objects, rows = [], supplyRows = [] }: MakerTable): FurtherGroup {
  const counted = rows.map(({ entry, keys, value, unit }) => ({
    entry,
    columns: ascending([...keys, value, ...(unit === undefined ? [] : [unit.column])]),
  }));
  const supplied = supplyRows.map(({ entry, columns }) => ({ entry, columns: ascending(Object.values(columns)) }));
  return { oids: objects.map(({ oid }) => oid), tables: [...counted, ...supplied] };
}

const ascending = (columns: readonly number[]): number[] => [...new Set(columns)].toSorted((a, b) => a - b);

type Identity = DeviceReport['identity'];
const entityMib = '1.3.6.1.2.1.47.';

/**
 * Serial, model and device id: from the maker's own objects, else from the fields of the device id, else from
 * the maker's label in sysDescr.
 */
function toIdentity(raw: RawReading, claims: readonly Claim[]): Identity | undefined {
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
function toNamedTexts(claims: readonly Claim[]): NamedText[] {
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
function toRelevantText(text: string | undefined, pattern: RegExp | undefined): string | undefined {
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
