import type { DeviceReport } from '@platen/contract/report';
import { firmwareFields } from '@platen/contract/report-sections';
import type { Evidence, Reading } from '@platen/contract/values';
import type { NamedText } from '../naming/named-text.ts';
import { toKnownValues, toNameReading, weighMakers, weighModels } from '../naming/weigh.ts';
import { inOrder, isMeasured, type Layer, pickReading, type Sections, saidBy } from './layer.ts';
import { mergeCounters } from './merge-counters.ts';
import { mergeSupplies } from './merge-supplies.ts';

/**
 * What several sources say of one device at one moment, as one report's sections. Pure; the layers may come in any order.
 * What decides, field by field, is written in docs/decisions/0143: a measured value beats a state, then the order of the sources;
 * what the others said of the same thing, where it differs beyond rounding, stands in `evidence.contradictedBy`.
 */
export function mergeLayers(layers: readonly Layer[]): Sections {
  const ordered = inOrder(layers);
  const sections = saidBy(ordered, (said) => said);
  const first = <Name extends keyof Sections>(name: Name): Sections[Name] =>
    sections.find((said) => said[name] !== undefined)?.[name];
  return {
    identity: mergeIdentity(
      saidBy(ordered, ({ identity }) => identity),
      ordered.flatMap(({ names = [] }) => names),
    ),
    status: mergeStatus(saidBy(ordered, ({ status }) => status)),
    counters: mergeCounters(saidBy(ordered, ({ counters }) => counters)),
    supplies: mergeSupplies(saidBy(ordered, ({ supplies }) => supplies)),
    inputs: mergeInputs(saidBy(ordered, ({ inputs }) => inputs)),
    covers: first('covers'),
    parts: first('parts'),
    firmware: mergeFirmware(saidBy(ordered, ({ firmware }) => firmware)),
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
 * Who the device is. Two different serials are a contradiction and both are kept; the standard one counts, as devices are known by it.
 * A MAC that a later layer derives counts only where no earlier one knows any. Maker and model are weighed over the texts of all layers.
 */
function mergeIdentity(said: readonly Identity[], names: readonly NamedText[] = []): Identity | undefined {
  if (said.length === 0) return undefined;
  const text = (name: TextField, isSame: (a: string, b: string) => boolean = always): Reading<string> | undefined =>
    pickReading(
      said.map((identity) => identity[name]),
      isSame,
    );
  const first = <Name extends keyof Identity>(name: Name): Identity[Name] =>
    said.find((identity) => identity[name] !== undefined)?.[name];
  const known = toKnownValues(said);
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
      said.map((identity) => identity.sysUpTimeTicks),
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

/** Spaces, hyphens and case are how a serial is written, not what it is; nor are zeros before it. */
function isSameSerial(a: string, b: string): boolean {
  return toSerialKey(a).replace(/^0+/, '') === toSerialKey(b).replace(/^0+/, '');
}

type Status = NonNullable<DeviceReport['status']>;

/**
 * The state field by field from the first layer that says it, with that layer's evidence. The fields answer different questions
 * (`hrPrinterStatus`, `printerState`), so that they stand beside each other; diagnosis takes the gravest.
 * Alerts are one table told by several: the first layer that holds any speaks for all.
 */
function mergeStatus(said: readonly Status[]): Status | undefined {
  if (said.length === 0) return undefined;
  const fields: Status = {};
  const evidence: Record<string, Evidence> = {};
  // From the last to the first, so that the first in precedence writes over the others.
  for (const { evidence: own = {}, ...layer } of said.toReversed()) {
    for (const [name, value] of Object.entries(layer)) {
      if (value === undefined) continue;
      Object.assign(fields, { [name]: value });
      Reflect.deleteProperty(evidence, name);
    }
    Object.assign(evidence, own);
  }
  const alerts = said.find((layer) => (layer.alerts?.length ?? 0) > 0)?.alerts ?? fields.alerts;
  return {
    ...fields,
    ...(alerts === undefined ? {} : { alerts }),
    ...(Object.keys(evidence).length === 0 ? {} : { evidence }),
  };
}

type Inputs = NonNullable<DeviceReport['inputs']>;
type Input = Inputs[number];

/**
 * The trays of the first layer that has any; a later layer fills in what they lack where one of its trays has the same name.
 * Trays that only a later layer tells of are left out: over IPP they hold `auto`, the tray of the next job and other choices that are no tray.
 */
function mergeInputs(said: readonly Inputs[]): Inputs | undefined {
  const [first, ...others] = said;
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
    ...(hasFigures
      ? {}
      : { unit: figures.unit, capacity: figures.capacity, level: figures.level, percent: figures.percent }),
  };
}

const toInputKey = ({ name, description }: Input): string =>
  (name?.trim() || description?.trim() || '').toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');

type Firmware = NonNullable<DeviceReport['firmware']>;

/** Versions field by field. A version that holds the other one is the same, written with more around it. */
function mergeFirmware(said: readonly Firmware[]): Firmware | undefined {
  if (said.length === 0) return undefined;
  const merged: Firmware = {};
  for (const field of firmwareFields) {
    const reading = pickReading(
      said.map((firmware) => firmware[field]),
      (a, b) => toVersionKey(a).includes(toVersionKey(b)) || toVersionKey(b).includes(toVersionKey(a)),
    );
    if (reading !== undefined) merged[field] = reading;
  }
  return merged;
}

const toVersionKey = (version: string): string => version.toUpperCase().replaceAll(/[^0-9A-Z]/g, '');
