import { tonerColors } from '@platen/contract/report-sections';
import { sensorNames } from '@platen/contract/telemetry';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { toSensorKey, toSensorName } from './sensors.ts';

const all = Object.values(sensorNames).flatMap((name) => [name, ...tonerColors.map((color) => `${name}.${color}`)]);

test('each sensor of the contract has a key of three characters at most, and no two share one', () => {
  const keys = all.map(toSensorKey);
  expect(new Set(keys).size).toBe(all.length);
  expect(Math.max(...keys.map((key) => key.length))).toBe(3);
});

test('every name is decoded again, also one that looks like a key', () => {
  const name = fc.oneof(fc.constantFrom(...all), fc.string(), fc.constantFrom(...all).map(toSensorKey));
  fc.assert(
    fc.property(name, (one) => {
      expect(toSensorName(toSensorKey(one))).toBe(one);
    }),
  );
});

test('keys stay the same for rows of earlier releases, and rows with names for keys are still read', () => {
  expect(['secondTransferVoltage', 'autoTonerSensor.black', 'nearEmptySheets.eBlue'].map(toSensorKey)).toEqual([
    '*0',
    '*11',
    '*b5',
  ]);
  expect(toSensorName('autoTonerSensor.cyan')).toBe('autoTonerSensor.cyan');
});
