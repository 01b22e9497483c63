import { expect, it } from 'vitest';
import { addDevice, adjustingCodes, startMoves } from './self-adjusting.ts';

/** Devices with one table a day; `valueOf` names the value of 05-2400-0 on a day. */
function movesOf(devices: number, days: number, valueOf: (device: number, day: number) => number) {
  const moves = startMoves();
  for (let device = 0; device < devices; device++)
    addDevice(moves, {
      days: Array.from({ length: days }, (_, day) => {
        const codes = new Map([
          ['05-2400-0', String(valueOf(device, day))],
          ['08-2103-0', '128'],
        ]);
        return { digest: JSON.stringify([...codes]), codes };
      }),
    });
  return adjustingCodes(moves);
}

it('CH-06: a code that changed on 10 % of the device-days on 20 devices adjusts itself; a constant one does not', () => {
  expect(movesOf(20, 11, (_, day) => (day < 5 ? 1 : 2))).toEqual([
    { code: '05-2400-0', days: 200, changed: 20, devices: 20 },
  ]);
});

it('CH-06: changes on fewer than 10 % of the days, or on fewer than 20 devices, are learned from by none', () => {
  expect(movesOf(20, 12, (_, day) => (day < 5 ? 1 : 2))).toEqual([]);
  expect(movesOf(19, 11, (_, day) => day)).toEqual([]);
  // Nineteen that change daily carry the share of all, but not the twentieth device.
  expect(movesOf(40, 11, (device, day) => (device < 19 ? day : 0))).toEqual([]);
});
