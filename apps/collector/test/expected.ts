import type { DeviceReport } from '@platen/contract/report';
import type { Reading } from '@platen/contract/values';

/**
 * One entry of the recordings' `expected.json`: what a correct reader must find; an absent field was not
 * recorded.
 */
export interface ExpectedDevice {
  file: string;
  isPrinter: boolean;
  identity: Partial<Record<string, string | number>>;
  status: {
    hrDeviceStatus?: string;
    hrPrinterStatus?: string;
    detectedErrorStateHex?: string;
    detectedErrors?: string[];
  };
  markers: Fields[];
  supplies: Fields[];
  inputs: Fields[];
  covers?: Fields[];
  alerts?: Fields[];
}
type Fields = Record<string, string | number | undefined>;
type AnyReading = { state: string; value?: unknown; evidence?: { raw: string } | undefined } | undefined;

/** Every difference between the recorded values and the report, both ways, as a sentence. */
export function toDifferences(expected: ExpectedDevice, report: DeviceReport): string[] {
  const differences: string[] = [];
  const compare = (what: string, wanted: unknown, found: unknown): void => {
    if (JSON.stringify(wanted) !== JSON.stringify(found))
      differences.push(`${what}: recorded ${JSON.stringify(wanted)}, reported ${JSON.stringify(found)}`);
  };
  const { identity, status } = report;
  const names = [
    ['sysDescr', identity.sysDescr],
    ['sysObjectID', identity.sysObjectId],
    ['sysName', identity.sysName],
    ['sysUpTimeTicks', identity.sysUpTimeTicks],
    ['hrDeviceDescr', identity.hrDeviceDescr],
    ['prtGeneralPrinterName', identity.printerName],
    // The list contains prtGeneralSerialNumber only; serials of makers' own objects are tested with the
    // makers.
    ['serial', isMakers(identity.serial) ? undefined : identity.serial],
  ] as const;
  for (const [name, reading] of names) compare(`identity.${name}`, expected.identity[name], toRecorded(reading));
  compare('identity.enterprise', expected.identity.enterprise, identity.enterprise);
  for (const name of ['hrDeviceStatus', 'hrPrinterStatus', 'detectedErrorStateHex', 'detectedErrors'] as const)
    compare(`status.${name}`, expected.status[name], status?.[name]);

  compare('covers are present', expected.covers !== undefined, report.covers !== undefined);
  compare('alerts are present', expected.alerts !== undefined, status?.alerts !== undefined);
  compareRows(compare, 'markers', expected.markers, report.counters?.markers, (row) => ({
    unit: row.unit,
    lifeCount: toRecorded(row.lifeCount),
    powerOnCount: toRecorded(row.powerOnCount),
  }));
  compareRows(compare, 'supplies', expected.supplies, report.supplies, (row) => ({
    description: row.description,
    class: row.class,
    type: row.type,
    unit: row.unit,
    colorant: row.colorant,
    ...toLevels(row),
  }));
  compareRows(compare, 'inputs', expected.inputs, report.inputs, (row) => ({
    name: row.name,
    description: row.description,
    media: row.media,
    ...toLevels(row),
  }));
  compareRows(compare, 'covers', expected.covers ?? [], report.covers, ({ description, status }) => ({
    description,
    status,
  }));
  compareRows(
    compare,
    'alerts',
    expected.alerts ?? [],
    status?.alerts,
    ({ severity, group, groupIndex, location, code, description, timeTicks }) => ({
      severity,
      group,
      groupIndex,
      location,
      code,
      description,
      timeTicks,
    }),
  );
  return differences;
}

function compareRows<Row extends { index: string }>(
  compare: (what: string, wanted: unknown, found: unknown) => void,
  table: string,
  wanted: readonly Fields[],
  found: readonly Row[] | undefined,
  toFields: (row: Row) => Record<string, unknown>,
): void {
  compare(
    `rows of ${table}`,
    wanted.map((row) => row.index),
    (found ?? []).map((row) => row.index),
  );
  for (const [position, row] of (found ?? []).entries()) {
    const fields = toFields(row);
    const { index, ...recorded } = wanted[position] ?? {};
    for (const name of new Set([...Object.keys(recorded), ...Object.keys(fields)]))
      compare(`${table} ${index}: ${name}`, recorded[name], fields[name]);
  }
}

/**
 * Levels as `expected.json` writes them: raw numbers, a word for the state, a percentage only if there is
 * one.
 */
function toLevels(row: { capacity?: AnyReading; level?: AnyReading; percent: AnyReading }): Record<string, unknown> {
  const { state } = row.percent ?? {};
  const isMeasured = row.level?.state === 'measured';
  const word = state === 'measured' ? 'measured' : isMeasured ? 'noCapacity' : row.level?.state;
  return {
    max: toRawNumber(row.capacity),
    level: toRawNumber(row.level),
    levelState: word,
    percent: row.percent?.value,
  };
}

const isMakers = (reading: { evidence?: { source: string } | undefined } | undefined): boolean =>
  reading?.evidence?.source.startsWith('1.3.6.1.2.1.43.') === false;

/** The recorded value of a reading, or an empty text if it has none. */
function toRecorded(reading: AnyReading): unknown {
  return reading?.state === 'measured' ? reading.value : reading?.evidence?.raw;
}
const toRawNumber = (reading: AnyReading): number | undefined =>
  reading?.evidence === undefined ? undefined : Number(reading.evidence.raw);

type ByFunction = NonNullable<NonNullable<DeviceReport['counters']>['byFunction']>[number];

/** The value of a reading; undefined when it has none. */
export const valueOf = <T>(reading: Reading<T> | undefined): T | undefined =>
  reading?.state === 'measured' ? reading.value : undefined;

/** Counters by function as `print/black/all 53631 impressions`, so that a test reads like a counter page. */
export const toCounterLines = (report: DeviceReport): string[] =>
  (report.counters?.byFunction ?? []).map(toLine).sort();
const toLine = ({ function: name, color, size, unit, reading }: ByFunction): string =>
  `${name}/${color}/${size} ${valueOf(reading)} ${unit}`;

/** The totals as `black 91164 impressions`. */
export function toTotalLines({ counters }: DeviceReport): string[] {
  return (['total', 'color', 'black', 'duplexSheets'] as const).flatMap((name) => {
    const counter = counters?.[name];
    return counter === undefined ? [] : [`${name} ${valueOf(counter.reading)} ${counter.unit}`];
  });
}

/** Firmware versions by field. */
export const toVersions = ({ firmware }: DeviceReport): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(firmware ?? {}).map(([field, reading]) => [field, valueOf(reading)]));
