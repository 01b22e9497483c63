import type { DeviceReport } from '@platen/contract/report';
import type { Reading } from '@platen/contract/values';
import type { NamedText } from '../naming/named-text.ts';
import { toKnownValues, toNameReading, weighMakers, weighModels } from '../naming/weigh.ts';
import { pickReading } from './pick-reading.ts';

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
export function mergeIdentity(said: readonly Identity[], names: readonly NamedText[] = []): Identity | undefined {
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
const toKey = (serial: string): string => serial.toUpperCase().replaceAll(/[^0-9A-Z]/g, '');

/** Spaces, hyphens and case are how a serial is written, not what it is; nor are zeros before it. */
function isSameSerial(a: string, b: string): boolean {
  return toKey(a).replace(/^0+/, '') === toKey(b).replace(/^0+/, '');
}
