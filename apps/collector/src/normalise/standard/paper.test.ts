import { expect, it } from 'vitest';
import { rawOf } from '../../../test/raw.ts';
import { toUnitStatus } from '../enumerations.ts';
import { toReport } from '../to-report.ts';

const head = { observedAt: new Date('2026-01-31T12:00:00Z'), collectorName: 'n', collectorVersion: 'v', address: 'a' };
const printer = '1.3.6.1.2.1.43';

/** Columns of prtInputTable by tray. */
const trays = (...rows: readonly Readonly<Record<number, string>>[]) =>
  rows.flatMap((columns, row) =>
    Object.entries(columns).map(([column, typed]) => `${printer}.8.2.1.${column}.1.${row + 1}|${typed}`),
  );
const read = (lines: readonly string[]) => toReport(rawOf(lines.join('\n')), head);

it('the size of the paper in a tray is in millimetres, from inches as from micrometres', () => {
  const { inputs } = read(
    trays(
      { 3: '2|3', 6: '2|110000', 7: '2|85000', 11: '2|0', 13: '4|Tray 1' },
      { 3: '2|4', 6: '2|297000', 7: '2|210000', 11: '2|0', 13: '4|Tray 2' },
    ),
  );
  expect(inputs?.map(({ size }) => size)).toEqual([
    { feedMm: 279.4, crossMm: 215.9 },
    { feedMm: 297, crossMm: 210 },
  ]);
});

it('a size that is a state, that no paper has, or without a unit is not reported', () => {
  const { inputs } = read(
    trays(
      { 3: '2|4', 6: '2|-2', 7: '2|-2', 13: '4|Tray 1' },
      { 3: '2|4', 6: '2|-1', 7: '2|5164', 13: '4|Tray 2' },
      { 6: '2|110000', 7: '2|85000', 13: '4|Tray 3' },
    ),
  );
  expect(inputs?.map(({ size, status }) => [size, status])).toEqual([
    [undefined, undefined],
    [undefined, undefined],
    [undefined, undefined],
  ]);
});

it('the state of a tray is taken apart by RFC 3805, and what is no such state is left out', () => {
  expect(toUnitStatus(0)).toEqual({ availability: 'idle' });
  expect(toUnitStatus(9)).toEqual({ availability: 'onRequest', alert: 'nonCritical' });
  expect(toUnitStatus(19)).toEqual({ availability: 'broken', alert: 'critical' });
  expect(toUnitStatus(4 + 32)).toEqual({ availability: 'active', offline: true });
  expect(toUnitStatus(7)).toEqual({});
  for (const none of [undefined, -2, 128]) expect(toUnitStatus(none)).toBeUndefined();
});

it('bins have their name, state and the room that is left', () => {
  const { paperPath } = read([
    `${printer}.9.2.1.2.1.1|2|4`,
    `${printer}.9.2.1.4.1.1|2|300`,
    `${printer}.9.2.1.5.1.1|2|240`,
    `${printer}.9.2.1.6.1.1|2|4`,
    `${printer}.9.2.1.12.1.1|4|Finisher Tray`,
  ]);
  expect(paperPath?.outputs).toMatchObject([
    {
      index: '1.1',
      description: 'Finisher Tray',
      type: 'unRemovableBin',
      percent: { state: 'measured', value: 80 },
      status: { availability: 'active' },
    },
  ]);
});

it('connections are reported by ifOperStatus, without loopback and USB', () => {
  const rows = ['lo|24|1', 'eth0|6|7', 'usb0|6|1'].flatMap((row, at) => {
    const [name, type, oper] = row.split('|');
    const entry = (column: number) => `1.3.6.1.2.1.2.2.1.${column}.${at + 1}`;
    return [
      `${entry(2)}|4|${name}`,
      `${entry(3)}|2|${type}`,
      `${entry(6)}|4x|001b7800000${at}`,
      `${entry(8)}|2|${oper}`,
    ];
  });
  expect(read(rows).network?.links).toEqual([{ name: 'eth0', operStatus: 'lowerLayerDown' }]);
});
