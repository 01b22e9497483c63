import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Closing, counted, createClosing } from './closing-world.ts';

let world: Closing;
beforeAll(async () => {
  world = await createClosing();
});
afterAll(() => world.platen.close());

const october = { firstDay: '2026-10-01', lastDay: '2026-10-31' };
const november = { firstDay: '2026-11-01', lastDay: '2026-11-20' };

test('LG-30 LG-31: a close has a line for each meter with readings at both ends, use and state', async () => {
  await world.receive([
    counted('A1', '2026-09-30T23:40:00Z', { total: 1000, black: 800 }),
    counted('A1', '2026-10-31T23:30:00Z', { total: 1500, black: 1200 }),
    counted('A1', '2026-11-20T22:00:00Z', { total: 1700, black: 1300 }),
  ]);
  const close = await world.open(october);
  expect(close).toMatchObject({ state: 'ready', devices: 1, lines: 2, stops: 0, good: 2, pending: 0 });
  const lines = await world.lines(close.closeId);
  expect(lines.map(({ meter, start, end, use, state }) => [meter, start?.value, end?.value, use, state])).toEqual([
    ['black', 800, 1200, 400, 'exact'],
    ['total', 1000, 1500, 500, 'exact'],
  ]);
  const closed = await world.closeNow(close.closeId);
  expect(closed).toMatchObject({ state: 'closed', lines: 2, closedBy: { userId: world.userId('billing') } });
  expect(closed.hash).toMatch(/^[0-9a-f]{64}$/);
  const next = await world.open(november);
  expect(
    (await world.lines(next.closeId)).map(({ meter, start, use, state }) => [meter, start?.value, use, state]),
  ).toEqual([
    ['black', 1200, 100, 'near'],
    ['total', 1500, 200, 'near'],
  ]);
});
