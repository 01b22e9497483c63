import type { DeviceReport } from '@platen/contract/report';
import { firmwareFields } from '@platen/contract/report-sections';
import { beforeAll, expect, test } from 'vitest';
import { toDay } from './calendar.ts';
import { simulateDevice } from './device.ts';
import { toSpec } from './device-spec.ts';
import { toEquipment } from './equipment.ts';
import { Firmware } from './firmware.ts';
import { worlds } from './worlds.ts';

/** Those of the demonstration (scripts/demo/demonstration.mjs). */
const seed = 'demonstration 5';
const world = worlds.demonstration;
const specs = Array.from({ length: 300 }, (_, index) => toSpec(seed, index, world));
const today = toDay(Date.UTC(2026, 10, 20));

/** A full report of 40 devices, of one that can decolour and of one that counts retries. */
let reports: DeviceReport[];
beforeAll(() => {
  const decolor = specs.findIndex(({ family }) => family.decolor);
  const counting = specs.findIndex(({ countsRetries }) => countsRetries);
  reports = [...Array.from({ length: 40 }, (_, index) => index), decolor, counting].map((index) => {
    const sent = [...simulateDevice(seed, index, { from: today - 9, to: today }, world)].flatMap((day) => day.reports);
    return Object.assign({}, ...sent.map(({ report }) => report));
  });
}, 120_000);

test('MF FW PR: every unit, counter, option and firmware field of the specification is in the fleet of the demonstration', () => {
  const equipment = specs.map((spec) => toEquipment(spec));
  expect(new Set(specs.flatMap(({ sources }) => sources.map(({ source }) => source)))).toEqual(
    new Set(['ADF', 'bypass', 'SFB', 'CST1', 'CST2', 'CST3', 'CST4', 'LCF', 'TLCF', 'OLCF', 'O2LCF']),
  );
  expect(equipment.filter(({ fax }) => fax !== '').length).toBeGreaterThan(60);
  expect(equipment.filter(({ hasSecondFaxLine }) => hasSecondFaxLine).length).toBeGreaterThan(5);
  expect(equipment.filter(({ secondNic }) => secondNic !== undefined).length).toBeGreaterThan(5);
  expect(equipment.filter(({ hasHolePunch }) => hasHolePunch).length).toBeGreaterThan(10);
  const media = new Set(equipment.flatMap(({ inputs }) => inputs.map((input) => input.media)));
  expect(media).toEqual(new Set(['Plain', 'Recycled Paper', 'Thick 1', 'Thick 2', 'Envelope', 'Labels']));
  const fields = specs.flatMap((spec, index) => {
    const own = equipment[index];
    return own === undefined ? [] : Object.keys(new Firmware(spec).toSection(own));
  });
  expect(new Set(fields)).toEqual(new Set(firmwareFields));
  expect(new Set(specs.flatMap(({ storage }) => storage))).toEqual(new Set(['HDD', 'SSD']));
  expect(new Set(specs.map(({ family }) => family.head))).toEqual(new Set(['laser', 'led']));
});

test('TN NW: reports hold erasable blue, near-empty settings of all forms and second network cards', () => {
  const names = new Set(reports.flatMap(({ sensors }) => (sensors ?? []).map(({ name }) => name)));
  for (const name of ['nearEmptyMode', 'nearEmptyPercent', 'nearEmptySheets', 'feedRetries.CST1'])
    expect(names).toContain(name);
  const blue = reports.flatMap(({ supplies }) => (supplies ?? []).filter(({ tonerColor }) => tonerColor === 'eBlue'));
  expect(blue.length).toBeGreaterThan(0);
  const cards = reports.map(({ network }) => network?.interfaces.length ?? 0);
  expect(Math.max(...cards)).toBe(2);
  expect(reports.some(({ options }) => options?.fax !== undefined)).toBe(true);
  // Some have been silent for days.
  const withInputs = reports.filter(({ inputs }) => inputs !== undefined);
  expect(withInputs.length).toBeGreaterThan(0.85 * reports.length);
  expect(withInputs.every(({ inputs }) => (inputs?.length ?? 0) > 1)).toBe(true);
});
