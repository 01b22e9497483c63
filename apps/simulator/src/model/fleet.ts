import { toChance, toWhole } from './chance.ts';
import type { Machine, Shape } from './machine.ts';
import { shapes } from './shapes.ts';

/** Day since 1970 of the first machine's setting up: 2025-01-06. */
const firstDay = 20_094;
const locations = ['Floor 1', 'Floor 2', '3F 経理部', '2F 総務課', 'Ward 4', 'Annex', '閲覧室', 'Print room'];
const letters = 'ABCDEFGHJKLMNPRSTUVWXYZ';

/** A fleet of `count` devices: equal for equal seeds; a smaller fleet is the beginning of a larger one. */
export function toFleet(seed: string, count: number): Machine[] {
  return Array.from({ length: count }, (_, i) => {
    const shape = shapes[i % shapes.length];
    if (shape === undefined) throw new RangeError('there is no shape to make a fleet of');
    return toMachine(seed, i, shape);
  });
}

function toMachine(seed: string, i: number, shape: Shape): Machine {
  const chance = (what: string) => toChance(seed, i, what);
  const letter = (what: string) => letters[toWhole(chance(what), 0, letters.length - 1)] ?? 'X';
  const digits = (what: string, length: number) =>
    String(toWhole(chance(what), 0, 10 ** length - 1)).padStart(length, '0');
  const setUpDay = firstDay + toWhole(chance('set-up'), 0, 300);
  return {
    ...shape,
    // The number of the machine stands in it, so that no two are alike.
    serial: `S${letter('a')}${letter('b')}${digits('serial', 4)}${String(i + 1).padStart(3, '0')}`,
    name: `${shape.model.replaceAll(/[^A-Za-z0-9]+/g, '-').toLowerCase()}-${i + 1}`,
    // 02: an address of one's own making (locally administered)
    mac: [0x02, 0x50, toWhole(chance('mac'), 0, 255), toWhole(chance('nic'), 0, 255), i >> 8, i & 0xff],
    // TEST-NET-2, RFC 5737
    address: [198, 51, 100, 10 + (i % 240)],
    location: locations[i % locations.length] ?? '',
    setUpDay,
    pagesAtSetup: toWhole(chance('pages'), 0, 40),
  };
}
