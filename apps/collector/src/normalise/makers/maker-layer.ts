import type { DeviceReport } from '@platen/contract/report';
import { scalars } from '../../snmp/objects.ts';
import type { Further, FurtherGroup, RawReading } from '../../snmp/read-raw.ts';
import { decideDeviceIndex } from '../decide-printer.ts';
import { findBrand } from '../manufacturer.ts';
import type { Layer } from '../merge/layer.ts';
import { rowOf, toRows, toScalar } from '../raw-table.ts';
import { toEvidence } from '../readings.ts';
import { toEnterprise } from '../standard/identity.ts';
import { cutText, toText } from '../text.ts';
import { type Claim, toClaims } from './claims.ts';
import { makerOfEnterprise, makerOfName, tablesOf } from './registry.ts';
import { firmware, type MakerTable, text } from './table.ts';
import { toIdentity, toNamedTexts, toRelevantText } from './to-identity.ts';
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
type Reading = ByFunction['reading'];

/**
 * Counters named for what they count; of several values for one counter in one unit the first is used.
 * Undefined if there are none.
 */
function toCounters(claims: readonly Claim[]): Counters | undefined {
  const counters: Counters = {};
  const byFunction = new Map<string, ByFunction>();
  for (const { means, object, also, value, unit } of claims) {
    if (value === undefined || !Number.isSafeInteger(value)) continue;
    const reading: Reading = { state: 'measured', value, evidence: toEvidence(object, 'makersObject', also) };
    if (means.is === 'counter') counters[means.of] ??= { unit, reading };
    if (means.is !== 'byFunction') continue;
    const key = `${means.of.function} ${means.of.color} ${means.of.size} ${unit}`;
    if (!byFunction.has(key)) byFunction.set(key, { ...means.of, unit, reading });
  }
  if (byFunction.size > 0) counters.byFunction = [...byFunction.values()];
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
