import type { DeviceReport } from '@platen/contract/report';
import { sensors, tonerColors } from '@platen/contract/report-sections';
import { listFormat, measured, type Stored, toBareValue } from './stored-list.ts';

type Sensor = NonNullable<DeviceReport['sensors']>[number];
export type StoredSensors = Stored<'sensors'>;

/** `[name, colour or null, value]`, and the unit where there is one. */
export const { encode: encodeSensors, decode: decodeSensors } = listFormat<Sensor, 'sensors'>(
  sensors.def.element,
  toTuple,
  toSensor,
);

function toTuple(reported: Sensor): unknown[] | undefined {
  const { name, color, unit, reading, ...rest } = reported;
  const value = toBareValue(reading);
  if (value === undefined || Object.keys(rest).length > 0) return undefined;
  return unit === undefined ? [name, color ?? null, value] : [name, color ?? null, value, unit];
}

function toSensor([name, reported, value, unit]: readonly unknown[]): Sensor {
  const color = tonerColors.find((one) => one === reported);
  return {
    name: String(name),
    ...(color !== undefined && { color }),
    ...(typeof unit === 'string' && { unit }),
    reading: measured(Number(value)),
  };
}

// A full day of a colour device holds two dozen sensors, whose names took half of its row. Names and colours
// of the contract (packages/contract: telemetry) are stored as their indexes in these lists, which may only
// grow at their ends.
const names = [
  'secondTransferVoltage',
  'autoTonerSensor',
  'imageQualitySensor',
  'fuserWarmUp',
  'chargingVoltage',
  'pixelCount',
  'polygonalMotorCount',
  'countCE20',
  'countCE40',
  'nearEmptyMode',
  'nearEmptyPercent',
  'nearEmptySheets',
] as const;
const colors = ['', 'black', 'yellow', 'magenta', 'cyan', 'eBlue'] as const;

/** First character of a short key, and of the stored form of a name that begins with it. */
const mark = '*';

const keys: ReadonlyMap<string, string> = new Map(
  names.flatMap((name, i) =>
    colors.map((color, j) => [color === '' ? name : `${name}.${color}`, `${mark}${i.toString(36)}${j || ''}`]),
  ),
);
const fullNames = new Map(Array.from(keys, ([name, key]) => [key, name]));

/** The stored key of a sensor. `name`: of the sensor and its colour, `name` or `name.color`. */
export function toSensorKey(name: string): string {
  return keys.get(name) ?? (name.startsWith(mark) ? `${mark}${name}` : name);
}

/** The name of a stored key. Days stored before there were short keys have names for keys. */
export function toSensorName(key: string): string {
  return fullNames.get(key) ?? (key.startsWith(mark) ? key.slice(mark.length) : key);
}
