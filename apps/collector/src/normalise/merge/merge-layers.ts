import type { DeviceReport } from '@platen/contract/report';
import { firmwareFields } from '@platen/contract/report-sections';
import type { Evidence, Reading } from '@platen/contract/values';
import type { NamedText } from '../naming/named-text.ts';
import { toKnownValues, toNameReading, weighMakers, weighModels } from '../naming/weigh.ts';
import { contradicted, inOrder, isMeasured, type Layer, pickReading, type Sections, valuesOf } from './layer.ts';
import { mergeSupplies } from './merge-supplies.ts';

/**
 * Merges what several sources report of one device at one moment into the sections of one report. Pure; the
 * layers may come in any order. The rules by field are in docs/decisions/0143: a measured value beats a
 * state, then the order of the sources decides; differing values of the others, beyond rounding, go into
 * `evidence.contradictedBy`.
 */
export function mergeLayers(layers: readonly Layer[]): Sections {
  const ordered = inOrder(layers);
  const sections = valuesOf(ordered, (reported) => reported);
  const first = <Name extends keyof Sections>(name: Name): Sections[Name] =>
    sections.find((reported) => reported[name] !== undefined)?.[name];
  return {
    identity: mergeIdentity(
      valuesOf(ordered, ({ identity }) => identity),
      ordered.flatMap(({ names = [] }) => names),
    ),
    status: mergeStatus(valuesOf(ordered, ({ status }) => status)),
    counters: mergeCounters(valuesOf(ordered, ({ counters }) => counters)),
    supplies: mergeSupplies(valuesOf(ordered, ({ supplies }) => supplies)),
    inputs: mergeInputs(valuesOf(ordered, ({ inputs }) => inputs)),
    covers: first('covers'),
    paperPath: mergePaperPath(valuesOf(ordered, ({ paperPath }) => paperPath)),
    parts: first('parts'),
    firmware: mergeFirmware(valuesOf(ordered, ({ firmware }) => firmware)),
    network: first('network'),
    options: first('options'),
    codes: first('codes'),
    errors: first('errors'),
    sensors: first('sensors'),
    storage: first('storage'),
  };
}

type Identity = DeviceReport['identity'];
type TextField = {
  [Name in keyof Identity]-?: NonNullable<Identity[Name]> extends Reading<string> ? Name : never;
}[keyof Identity];

/** Two names of one thing are no contradiction: makers, models and names are written in many ways. */
const always = () => true;

/**
 * Identity of the device. Of two different serials the standard one counts, as devices are identified by it;
 * the other one is reported as contradicting. A MAC that a later layer derives counts only if no earlier one
 * has any. Maker and model are weighed over the texts of all layers.
 */
function mergeIdentity(reported: readonly Identity[], names: readonly NamedText[] = []): Identity | undefined {
  if (reported.length === 0) return undefined;
  const text = (name: TextField, isSame: (a: string, b: string) => boolean = always): Reading<string> | undefined =>
    pickReading(
      reported.map((identity) => identity[name]),
      isSame,
    );
  const first = <Name extends keyof Identity>(name: Name): Identity[Name] =>
    reported.find((identity) => identity[name] !== undefined)?.[name];
  const known = toKnownValues(reported);
  return {
    serial: text('serial', isSameSerial),
    macAddresses: first('macAddresses'),
    manufacturer: toNameReading(weighMakers(names, known)) ?? text('manufacturer'),
    model: toNameReading(weighModels(names, known)) ?? text('model'),
    series: first('series'),
    enterprise: first('enterprise'),
    printerName: text('printerName'),
    sysDescr: text('sysDescr'),
    sysObjectId: text('sysObjectId'),
    sysName: text('sysName'),
    sysLocation: text('sysLocation'),
    sysUpTimeTicks: pickReading(
      reported.map((identity) => identity.sysUpTimeTicks),
      () => true,
    ),
    hrDeviceDescr: text('hrDeviceDescr'),
    unpackingDate: first('unpackingDate'),
    deviceUuid: text('deviceUuid', isSameText),
    deviceId: text('deviceId'),
  };
}

const isSameText = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase();
const toSerialKey = (serial: string): string => serial.toUpperCase().replaceAll(/[^0-9A-Z]/g, '');

/** Spaces, hyphens, case and leading zeros do not distinguish serials. */
function isSameSerial(a: string, b: string): boolean {
  return toSerialKey(a).replace(/^0+/, '') === toSerialKey(b).replace(/^0+/, '');
}

type Status = NonNullable<DeviceReport['status']>;

/**
 * The state field by field from the first layer that has it, with that layer's evidence. The fields answer
 * different questions (`hrPrinterStatus`, `printerState`), so all are reported; diagnosis uses the most
 * severe. Alerts are one table with several sources: the first layer with any is used.
 */
function mergeStatus(reported: readonly Status[]): Status | undefined {
  if (reported.length === 0) return undefined;
  const fields: Status = {};
  const evidence: Record<string, Evidence> = {};
  // From the last to the first, so that the first in precedence overwrites the others.
  for (const { evidence: own = {}, ...layer } of reported.toReversed()) {
    for (const [name, value] of Object.entries(layer)) {
      if (value === undefined) continue;
      Object.assign(fields, { [name]: value });
      Reflect.deleteProperty(evidence, name);
    }
    Object.assign(evidence, own);
  }
  const alerts = reported.find((layer) => (layer.alerts?.length ?? 0) > 0)?.alerts ?? fields.alerts;
  return {
    ...fields,
    ...(alerts === undefined ? {} : { alerts }),
    ...(Object.keys(evidence).length === 0 ? {} : { evidence }),
  };
}

type Inputs = NonNullable<DeviceReport['inputs']>;
type Input = Inputs[number];
type PaperPath = NonNullable<DeviceReport['paperPath']>;

/**
 * The trays of the first layer that has any; a later layer fills in missing values of a tray with the same
 * name. Trays of later layers only are left out: over IPP they include `auto`, the tray of the next job and
 * other selections that are no tray.
 */
function mergeInputs(reported: readonly Inputs[]): Inputs | undefined {
  const [first, ...others] = reported;
  return first?.map((input) => {
    const name = toInputKey(input);
    const same =
      name === '' ? [] : others.flatMap((inputs) => inputs.filter((other) => toInputKey(other) === name).slice(0, 1));
    return same.reduce(fillIn, input);
  });
}

function fillIn(input: Input, other: Input): Input {
  const hasFigures = isMeasured(input.level) || isMeasured(input.capacity) || !isMeasured(other.percent);
  const figures = hasFigures ? input : other;
  const media = input.media === undefined || input.media === '' ? other.media : input.media;
  return {
    ...input,
    ...(media === undefined ? {} : { media }),
    ...toKnown({ size: input.size ?? other.size, status: input.status ?? other.status }),
    ...(hasFigures
      ? {}
      : { unit: figures.unit, capacity: figures.capacity, level: figures.level, percent: figures.percent }),
  };
}

/** Bins of the first layer that has any; names of media are IPP's alone. */
function mergePaperPath(reported: readonly PaperPath[]): PaperPath | undefined {
  return reported.length === 0 ? undefined : reported.reduceRight((later, first) => ({ ...later, ...first }), {});
}

const toKnown = ({ size, status }: Pick<Input, 'size' | 'status'>): Pick<Input, 'size' | 'status'> => ({
  ...(size === undefined ? {} : { size }),
  ...(status === undefined ? {} : { status }),
});

const toInputKey = ({ name, description }: Input): string =>
  (name?.trim() || description?.trim() || '').toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');

type Firmware = NonNullable<DeviceReport['firmware']>;

/** Versions field by field. A version that contains the other one is the same with additions. */
function mergeFirmware(reported: readonly Firmware[]): Firmware | undefined {
  if (reported.length === 0) return undefined;
  const merged: Firmware = {};
  for (const field of firmwareFields) {
    const reading = pickReading(
      reported.map((firmware) => firmware[field]),
      (a, b) => toVersionKey(a).includes(toVersionKey(b)) || toVersionKey(b).includes(toVersionKey(a)),
    );
    if (reading !== undefined) merged[field] = reading;
  }
  return merged;
}

const toVersionKey = (version: string): string => version.toUpperCase().replaceAll(/[^0-9A-Z]/g, '');

type Counters = NonNullable<DeviceReport['counters']>;
type Counter = NonNullable<Counters['total']>;
type ByFunction = NonNullable<Counters['byFunction']>[number];

/** The contract's limit. */
const byFunctionLimit = 128;
/** Pages that a running machine prints while its sources are read one after the other. */
const pagesMeanwhile = 20;

/**
 * Counters by what they count. A counter with a known unit takes precedence over one without; units are never
 * mixed, and two counts contradict each other only in one known unit.
 */
function mergeCounters(reported: readonly Counters[]): Counters | undefined {
  if (reported.length === 0) return undefined;
  const pick = (name: 'total' | 'color' | 'black' | 'duplexSheets' | 'scanLarge' | 'scanSmall'): Counter | undefined =>
    pickCounter(reported.map((counters) => counters[name]));
  const byFunction = mergeByFunction(reported.flatMap((counters) => counters.byFunction ?? []));
  const paperSources = reported.find((counters) => counters.paperSources !== undefined)?.paperSources;
  const markers = reported.find((counters) => counters.markers !== undefined)?.markers;
  return {
    byFunction: byFunction.length === 0 ? undefined : byFunction,
    total: pick('total'),
    color: pick('color'),
    black: pick('black'),
    duplexSheets: pick('duplexSheets'),
    labelled: reported.find((counters) => counters.labelled !== undefined)?.labelled,
    scanLarge: pick('scanLarge'),
    scanSmall: pick('scanSmall'),
    paperSources,
    markers,
  };
}

function pickCounter(counters: readonly (Counter | undefined)[]): Counter | undefined {
  const reported = counters.filter((counter) => counter !== undefined);
  const best = reported.find((counter) => isMeasured(counter.reading) && isNamed(counter)) ?? reported.find(isCounted);
  if (best === undefined) return reported[0];
  return withContradictions(best, reported);
}

const isCounted = ({ reading }: Counter): boolean => isMeasured(reading);
const isNamed = ({ unit }: Counter): boolean => unit !== 'unknown' && unit !== 'other';

/** The counter with contradicting ones of the same unit in its evidence. */
function withContradictions<C extends Counter>(best: C, reported: readonly Counter[]): C {
  const { reading } = best;
  if (!isMeasured(reading) || !isNamed(best)) return best;
  const others = reported.filter((other) => {
    if (other === best || other.unit !== best.unit || !isMeasured(other.reading)) return false;
    return Math.abs(other.reading.value - reading.value) > pagesMeanwhile;
  });
  return {
    ...best,
    reading: contradicted(
      reading,
      others.map((other) => other.reading.evidence),
    ),
  };
}

function mergeByFunction(reported: readonly ByFunction[]): ByFunction[] {
  const byKey = new Map<string, ByFunction[]>();
  for (const entry of reported) {
    const key = `${entry.function} ${entry.color} ${entry.size} ${entry.unit}`;
    byKey.set(key, [...(byKey.get(key) ?? []), entry]);
  }
  return [...byKey.values()]
    .flatMap((entries) => {
      const best = entries.find(isCounted) ?? entries[0];
      return best === undefined ? [] : [withContradictions(best, entries)];
    })
    .slice(0, byFunctionLimit);
}
