import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CloseRow, readCloseRows } from '../src/closes/close-row.ts';
import { freezeClose } from '../src/closes/freeze-close.ts';
import { refreshSome } from '../src/closes/refresh-lines.ts';
import { markMetersDue } from '../src/store/mark-meters-due.ts';
import { inTransaction } from '../src/store/transactions.ts';
import { type Closing, createClosing, newCustomer, periods } from './closing-world.ts';

let world: Closing;
beforeAll(async () => {
  world = await createClosing();
});
afterAll(() => world.platen.close());

const db = () => world.platen.database.db;

/** An open close of two devices, whose lines are worked out. */
async function openOfTwo(): Promise<{ close: CloseRow; ids: string[] }> {
  const { scope, of } = newCustomer();
  const reports = ['1', '2'].flatMap((n) => [
    of(`${scope.customerNumbers[0]}-${n}`, '2026-09-30T23:40:00Z', { total: 1000 }),
    of(`${scope.customerNumbers[0]}-${n}`, '2026-10-31T23:30:00Z', { total: 1500 }),
  ]);
  await world.receive(reports);
  const { closeId } = await world.open({ ...periods.october, scope });
  const [close] = await readCloseRows(db(), sql<boolean>`c.close_id = ${closeId}`);
  if (close === undefined) throw new Error('the close is missing');
  return { close, ids: (await Promise.all([reports[0], reports[2]].map((report) => world.idOf(report)))).sort() };
}

/** Does something while a transaction that has worked is still open. */
async function within(
  work: (trx: Parameters<typeof refreshSome>[0]) => Promise<unknown>,
  meanwhile: () => Promise<void>,
) {
  await inTransaction(db(), async (trx) => {
    await work(trx);
    await meanwhile();
  });
}

const closing = { actor: { subject: 'operator', role: 'operator' }, userId: null, now: new Date() } as const;

const freeze = ({ closeId }: CloseRow) => inTransaction(db(), (trx) => freezeClose(trx, closeId, closing));

test('LG-35: closing waits for lines that are worked out at this moment', async () => {
  const { close, ids } = await openOfTwo();
  await markMetersDue(db(), ids);
  let closed: Promise<CloseRow> | undefined;
  await within(
    (trx) => refreshSome(trx, close),
    async () => {
      closed = freeze(close);
      expect(await Promise.race([closed, wait(300, 'waits')])).toBe('waits');
    },
  );
  expect(await closed).toMatchObject({ state: 'closed', summary: { lines: 2 } });
});

test('LG-35: while a period is closed no lines are worked out, by callers that need not wait', async () => {
  const { close, ids } = await openOfTwo();
  await within(
    (trx) => freezeClose(trx, close.closeId, closing),
    async () => {
      await inTransaction(db(), async (trx) => expect(await refreshSome(trx, close)).toBe(0));
    },
  );
  await markMetersDue(db(), ids);
  await inTransaction(db(), async (trx) => expect(await refreshSome(trx, close, { waits: true })).toBe(0));
});

test('LG-31: two workers take different devices, and what is stated meanwhile is worked out again', async () => {
  const { close, ids } = await openOfTwo();
  await markMetersDue(db(), ids);
  let marked: Promise<void> | undefined;
  await within(
    async (trx) => expect(await refreshSome(trx, close, { limit: 1 })).toBe(1),
    async () => {
      const which = sql<boolean>`x.device_id = ${ids[1]}`;
      await inTransaction(db(), async (trx) => expect(await refreshSome(trx, close, { which })).toBe(1));
      await inTransaction(db(), async (trx) => expect(await refreshSome(trx, close)).toBe(0));
      marked = markMetersDue(db(), ids);
    },
  );
  await marked;
  await inTransaction(db(), async (trx) => expect(await refreshSome(trx, close)).toBe(2));
});
