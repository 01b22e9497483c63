import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toAlerts, toErrorOctets } from './alerts.ts';
import { toFleet } from './fleet.ts';
import { shapes } from './shapes.ts';
import { toState } from './state.ts';
import { toTrouble } from './troubles.ts';

const from = Date.UTC(2026, 0, 1);
const to = Date.UTC(2028, 0, 1);
const fleet = toFleet('test', shapes.length);
const anyMachine = fc.constantFrom(...fleet);
const anyTime = fc.integer({ min: from, max: to });

describe('simulated machine', () => {
  test('the same seed and time give the same fleet and state, another seed another fleet', () => {
    const at = Date.UTC(2026, 10, 20, 9, 30);
    const once = toFleet('test', 8).map((machine) => toState(machine, at));
    expect(toFleet('test', 8).map((machine) => toState(machine, at))).toEqual(once);
    expect(toFleet('other', 8)[0]?.serial).not.toBe(fleet[0]?.serial);
    expect(
      toFleet('test', 20)
        .slice(0, 8)
        .map((machine) => machine.serial),
    ).toEqual(fleet.map((machine) => machine.serial));
  });

  test('no two of a fleet share a serial, a MAC address or a name', () => {
    const many = toFleet('test', 500);
    for (const key of ['serial', 'mac', 'name'] as const)
      expect(new Set(many.map((machine) => String(machine[key]))).size).toBe(500);
  });

  test('counters never run backwards', () => {
    fc.assert(
      fc.property(anyMachine, anyTime, fc.integer({ min: 0, max: 100 * 86_400_000 }), (machine, at, later) => {
        const [before, after] = [toState(machine, at), toState(machine, at + later)];
        expect(after.pages).toBeGreaterThanOrEqual(before.pages);
        expect(after.colorPages).toBeGreaterThanOrEqual(before.colorPages);
        expect(after.pages).toBeGreaterThanOrEqual(after.colorPages);
      }),
      { numRuns: 200 },
    );
  });

  test('levels stay in range, and a supply only gains by being replaced', () => {
    fc.assert(
      fc.property(anyMachine, anyTime, fc.integer({ min: 0, max: 30 * 86_400_000 }), (machine, at, later) => {
        const [before, after] = [toState(machine, at), toState(machine, at + later)];
        for (const [i, supply] of after.supplies.entries()) {
          const earlier = before.supplies[i];
          expect(supply.left).toBeGreaterThanOrEqual(0);
          expect(supply.left).toBeLessThanOrEqual(earlier?.replaced === supply.replaced ? earlier.left : 1);
          const isMeasured = supply.capacity > 0 && supply.level >= 0 && supply.level <= supply.capacity;
          const isState = supply.capacity === -2 && supply.level >= -3;
          expect(isMeasured || isState).toBe(true);
        }
        for (const tray of after.trays) {
          expect(tray.sheets).toBeGreaterThanOrEqual(0);
          expect(tray.sheets).toBeLessThanOrEqual(tray.shape.capacity);
        }
      }),
      { numRuns: 200 },
    );
  });

  test('a working day prints, a Sunday hardly does, and supplies are replaced in the course of a year', () => {
    const [machine] = fleet;
    if (machine === undefined) throw new Error('no machine');
    const monday = Date.UTC(2026, 10, 16);
    const sunday = Date.UTC(2026, 10, 15);
    const day = 86_400_000;
    const printed = (start: number) => toState(machine, start + day).pages - toState(machine, start).pages;
    expect(printed(monday)).toBeGreaterThan(200);
    expect(printed(sunday)).toBeLessThan(20);
    const replaced = (at: number) => toState(machine, at).supplies[0]?.replaced ?? 0;
    expect(replaced(to)).toBeGreaterThan(replaced(from));
  });

  test('troubles come and go, each with its bit and its row', () => {
    const kinds = new Set<string>();
    let quiet = 0;
    for (let at = from; at < from + 30 * 86_400_000; at += 600_000)
      for (const machine of fleet) {
        if (toTrouble(machine, at) === undefined) {
          quiet += 1;
          continue;
        }
        const state = toState(machine, at);
        if (state.trouble === undefined) throw new Error('the state knows nothing of the trouble');
        kinds.add(state.trouble.kind);
        const alerts = toAlerts(machine, state);
        expect(alerts.length).toBeGreaterThan(0);
        expect(toErrorOctets(alerts).some((octet) => octet !== 0)).toBe(true);
        const stopped = state.trouble.kind === 'jam' || state.trouble.kind === 'doorOpen';
        expect(stopped && (state.printing || state.pages > toState(machine, state.trouble.from).pages)).toBe(false);
      }
    expect([...kinds].sort()).toEqual(['doorOpen', 'jam', 'serviceCall', 'trayEmpty']);
    expect(quiet).toBeGreaterThan(30 * 144 * fleet.length * 0.6);
  });

  test('bits stand most significant first, two octets only where the second is needed', () => {
    const alert = {
      severity: 3,
      training: 3,
      group: 1,
      groupIndex: 1,
      location: 1,
      code: 1,
      description: '',
      since: 0,
    };
    expect(toErrorOctets([]).toString('hex')).toBe('00');
    expect(toErrorOctets([{ ...alert, bits: [5, 2] }]).toString('hex')).toBe('24');
    expect(toErrorOctets([{ ...alert, bits: [13] }]).toString('hex')).toBe('0004');
  });
});
