import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createJudgedDevices, daysAgo } from '../../../test/judged-devices.ts';
import type { DueMemory } from '../since-clear.ts';
import { findDueEntities } from './due-entities.ts';
import { evaluateDue } from './evaluate-due.ts';

const { database, run: judge, send } = await createJudgedDevices();
const { db } = database;
/** A minute on: a report waits for its judgement half a minute. */
const soon = () => new Date(Date.now() + 60_000);
const memory: DueMemory = {};
const evaluate = () => evaluateDue(db, { now: soon, offlineHours: 48, memory });
const find = async (of: DueMemory) => (await findDueEntities(db, { now: soon(), limit: 100, memory: of })).ids;
/** What is found since the last round is what a look at every device finds. */
const expectSame = async (ids: readonly string[]) => {
  expect(memory.clearAt).toBeInstanceOf(Date);
  expect([await find(memory), await find({})]).toEqual([ids, ids]);
};

test('WL-05: after each kind of change the same devices are due as by a look at every device', async () => {
  const deviceId = await send('E1', daysAgo(3));
  expect(await evaluate()).toBeGreaterThan(0);
  await expectSame([]);
  await send('E1', daysAgo(2));
  await expectSame([deviceId]);
  await evaluate();
  await judge();
  await expectSame([deviceId]);
  await evaluate();
  await expectSame([]);
  // A late report changes nothing of the newest.
  await send('E1', daysAgo(4));
  await expectSame([deviceId]);
  await judge();
  await evaluate();
  await expectSame([]);
  await sql`update evaluation set asked_at = clock_timestamp() where entity_id = ${deviceId}`.execute(db);
  await expectSame([deviceId]);
  await evaluate();
  await expectSame([]);
  await send('E1', daysAgo(1));
  await sql`update evaluation set retry_at = now() + interval '1 hour' where entity_id = ${deviceId}`.execute(db);
  await expectSame([]);
  await sql`update evaluation set retry_at = now() where entity_id = ${deviceId}`.execute(db);
  await expectSame([deviceId]);
  await evaluate();
  await expectSame([]);
});

test('WL-05: what is remembered is relied on for an hour, and not before everything due was evaluated', async () => {
  const deviceId = await send('E2', daysAgo(1));
  const { clearAt } = memory;
  await find(memory);
  expect(memory.clearAt).toEqual(clearAt);
  // Were it wrong, the device would be missed; an hour after the last look at every device it is not.
  memory.clearAt = new Date(Date.now() + 3_600_000);
  expect(await find(memory)).toEqual([]);
  memory.fullAt = new Date(Date.now() - 2 * 3_600_000);
  expect(await find(memory)).toEqual([deviceId]);
});
