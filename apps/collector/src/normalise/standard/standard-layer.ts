import type { DeviceReport } from '@platen/contract/report';
import type { FirmwareField, Supply } from '@platen/contract/report-sections';
import { scalars } from '../../snmp/objects.ts';
import type { RawReading } from '../../snmp/read-raw.ts';
import { decideDeviceIndex } from '../decide-printer.ts';
import { markerCounterUnit, markTech, supplyClass, supplyType, supplyUnit, toName } from '../enumerations.ts';
import type { Layer } from '../merge/layer.ts';
import { rowOf, toHeldRows, toRows, toScalar } from '../raw-table.ts';
import {
  rowTextLimit,
  toCapacity,
  toCountReading,
  toEvidence,
  toLevel,
  toNumber,
  toPercent,
  toText,
} from '../readings.ts';
import { withCoarse } from '../supply-state/with-conditions.ts';
import { withTonerColors } from '../toner-color.ts';
import { toIdentity, toNamedTexts } from './identity.ts';
import { toNetwork } from './network.ts';
import { toCovers, toInputs, toPaperPath } from './paper.ts';
import { toStatus } from './status.ts';

/**
 * The values of Host Resources and the Printer-MIB: each section only if its table was read completely. Pure.
 */
export function toStandardLayer(raw: RawReading): Layer {
  const deviceIndex = decideDeviceIndex(raw);
  return {
    source: 'standard',
    sections: {
      identity: toIdentity(raw, deviceIndex),
      status: toStatus(raw, deviceIndex),
      counters: toCounters(raw),
      supplies: toSupplies(raw),
      inputs: toInputs(raw),
      covers: toCovers(raw),
      paperPath: toPaperPath(raw),
      firmware: toFirmware(raw, deviceIndex),
      network: toNetwork(raw),
    },
    names: toNamedTexts(raw, deviceIndex),
  };
}

const supplyLimit = 256;

/**
 * prtMarkerSuppliesTable row by row, several supplies of one colour remain separate; undefined if it was not
 * read.
 */
function toSupplies(raw: RawReading): Supply[] | undefined {
  const rows = toHeldRows(raw, 'supplies');
  if (rows === undefined) return undefined;
  const colorants = toRows(raw, 'colorants') ?? [];
  const supplies = rows.slice(0, supplyLimit).map(({ index, objects }): Supply => {
    const classNumber = toNumber(objects.prtMarkerSuppliesClass);
    // A colorant is identified by the device index of the supply and its own row; a device that numbers its
    // supplies `0.N` has one set.
    const row = toNumber(objects.prtMarkerSuppliesColorantIndex);
    const own = colorants.find((item) => item.index === `${index.split('.', 1)[0]}.${row}`);
    const named = colorants.filter((item) => item.index.endsWith(`.${row}`));
    const colorant = own ?? (named.length === 1 ? named[0] : undefined);
    return {
      index,
      description: toText(objects.prtMarkerSuppliesDescription, rowTextLimit),
      class: toClass(classNumber),
      type: toName(supplyType, objects.prtMarkerSuppliesType),
      unit: toName(supplyUnit, objects.prtMarkerSuppliesSupplyUnit),
      colorant: toText(colorant?.objects.prtMarkerColorantValue, 256) || undefined,
      capacity: toCapacity(objects.prtMarkerSuppliesMaxCapacity),
      level: toLevel(objects.prtMarkerSuppliesLevel),
      percent: toPercent(objects.prtMarkerSuppliesLevel, objects.prtMarkerSuppliesMaxCapacity),
    };
  });
  return withCoarse(withTonerColors(supplies));
}

const toClass = (value: number | undefined): Supply['class'] =>
  value === 1 || value === 3 || value === 4 ? supplyClass[value] : undefined;

type Firmware = NonNullable<DeviceReport['firmware']>;

const version = String.raw`([A-Z]{0,6}\d[\w.-]*)`;
/** A version with a dot in it: after words that may also mean something else. */
const dotted = String.raw`(\d+(?:\.[0-9A-Za-z]+)+)`;
/** Unambiguous labels of versions; the first that fits a field is used. */
const labels: readonly (readonly [FirmwareField, RegExp])[] = [
  [
    'system',
    new RegExp(String.raw`\b(?:Firmware|F\/W|FW|Firm)(?: (?:Ver(?:sion)?|Rev(?:ision)?)\b)?[.:=]?\s*V?${version}`, 'i'),
  ],
  [
    'system',
    new RegExp(String.raw`\b(?:System (?:Software|Firmware|SW)|Main(?: (?:FW|Firmware))?)[ :]?\s*V?${version}`, 'i'),
  ],
  // Xerox: the version of the system software, then those of its parts.
  ['system', new RegExp(String.raw`;\s*SS ${dotted}`)],
  ['system', new RegExp(String.raw`\bSystem ${dotted}`)],
  ['system', new RegExp(String.raw`\b(?:Controller|ESS)\s?${version}`)],
  // Samsung and those it builds for: `; V1.00.01.64`, `; OS 2.50.02`.
  ['system', new RegExp(String.raw`;\s*(?:OS\s+|V)${dotted}`)],
  // Lexmark and those it builds for.
  ['system', /^\S+ .+? version (\S*\d\S*)/],
  // Ricoh and its brands: the version behind the model, then the functions.
  ['system', / (\d+(?:\.\d+)+) ?\/ ?\S+ Network (?:Printer|Scanner|Facsimile)\b/i],
  // OKI's print server names the printer behind it, with its version.
  ['system', /\bAttached to \S+ Rev\.?\s?(\d[\w.]*)/],
  ['engine', new RegExp(String.raw`\b(?:Engine|Eng|IOT)\s+(?:V(?=\d))?${version}`)],
  ['NIC', new RegExp(String.raw`\b(?:NIC|Net)\s+(?:V(?=\d))?${version}`)],
  ['NIC', /\bOkiLAN \S+ Rev\.?\s?(\d[\w.]*)/],
  // HP's JetDirect cards: `EEPROM V.36.36`, `EEPROM JDI12345678`.
  ['NIC', /\bEEPROM\s+(?:V\.)?((?:JDI)?\d[\w.]*)/],
  ['finisher', new RegExp(String.raw`\bFIN\s+${version}`)],
  ['DF', new RegExp(String.raw`\bADF\s+${version}`)],
];

/**
 * Versions with an unambiguous label in the descriptions of the system and of the printer at `deviceIndex`;
 * undefined if there are none.
 */
function toFirmware(raw: RawReading, deviceIndex: string): Firmware | undefined {
  const firmware: Firmware = {};
  const device = rowOf(toRows(raw, 'hrDevice'), deviceIndex)?.hrDeviceDescr;
  for (const object of [toScalar(raw, 'sysDescr', scalars.sysDescr), device]) {
    const text = toText(object);
    if (object === undefined || text === undefined) continue;
    for (const [field, label] of labels) {
      const value = label.exec(text)?.[1]?.replace(/[.-]+$/, '');
      if (value === undefined || value === '' || firmware[field] !== undefined) continue;
      firmware[field] = { state: 'measured', value, evidence: toEvidence(object, 'fromDescription') };
    }
  }
  return Object.keys(firmware).length > 0 ? firmware : undefined;
}

type Counters = NonNullable<DeviceReport['counters']>;
type Marker = NonNullable<Counters['markers']>[number];
const rowLimit = 64;

/** prtMarkerTable, and the total if the markers allow one. */
function toCounters(raw: RawReading): Counters | undefined {
  const rows = toHeldRows(raw, 'markers')?.slice(0, rowLimit);
  // The colorants show whether several markers are the colour planes of one engine: without them there is no
  // total.
  if (rows === undefined || !raw.complete.has('colorants')) return undefined;
  const markers = rows.map(
    ({ index, objects }): Marker => ({
      index,
      unit: toName(markerCounterUnit, objects.prtMarkerCounterUnit),
      lifeCount: toCountReading(objects.prtMarkerLifeCount),
      powerOnCount: toCountReading(objects.prtMarkerPowerOnCount),
      markTech: toName(markTech, objects.prtMarkerMarkTech),
    }),
  );
  const total = toTotal(
    raw,
    markers,
    rows.map((row) => row.objects.prtMarkerLifeCount),
  );
  return { markers, ...(total === undefined ? {} : { total }) };
}

/**
 * The count of a single marker is the device's. Several are added only if all are known and count in one
 * unit, and unless they are the colour planes of one engine: then each sheet would count once per colour. A
 * length or a time is no total of pages.
 */
function toTotal(
  raw: RawReading,
  markers: readonly Marker[],
  objects: readonly Parameters<typeof toCountReading>[0][],
): Counters['total'] {
  const units = new Set(markers.map((marker) => marker.unit ?? 'unknown'));
  const unit = [...units][0];
  if (units.size !== 1 || (unit !== 'impressions' && unit !== 'sheets' && unit !== 'unknown')) return undefined;
  const counts = markers.map((marker) => marker.lifeCount);
  const [first] = objects;
  if (first === undefined) return undefined;
  if (counts.length === 1) return counts[0] === undefined ? undefined : { unit, reading: counts[0] };
  if (unit === 'unknown' || areColorPlanes(raw)) return undefined;
  let sum = 0;
  for (const count of counts) {
    if (count?.state !== 'measured') return undefined;
    sum += count.value;
  }
  const evidence = toEvidence(first, 'sumOfMarkers', objects.slice(1));
  return { unit, reading: { state: 'measured', value: sum, evidence } };
}

function areColorPlanes(raw: RawReading): boolean {
  const colorants = toRows(raw, 'colorants') ?? [];
  return new Set(colorants.map((row) => toNumber(row.objects.prtMarkerColorantMarkerIndex))).size > 1;
}
