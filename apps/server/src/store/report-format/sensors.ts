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
