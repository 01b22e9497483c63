import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { takeIn } from '../../../test/deliver-reports.ts';
import { hoursAgo, toReport } from '../../../test/reports.ts';
import { silent } from '../../../test/silent.ts';
import { startJobs } from '../../jobs/start-jobs.ts';
import { toProgress } from './diagnosis.ts';
import { runCommand, toRequest } from './run-admin.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  for (const serial of ['A1', 'A2', 'A3']) await takeIn(database.db, [toReport(serial, hoursAgo(2))]);
});
afterAll(() => database.close());

async function admin(served: boolean, ...argv: string[]) {
  const request = toRequest(argv);
  if ('help' in request) throw new Error(request.help);
  const shown: string[] = [];
  const progress = (line: string) => void shown.push(line);
  const outcome = await runCommand(request, { db: database.db, actor: 'os:tester', served, progress });
  return { ...outcome, shown };
}
const judgedAt = async () =>
  (
    await sql<{ at: Date }>`select judged_at as at from device_judgement order by device_id`.execute(database.db)
  ).rows.map(({ at }) => at.getTime());

describe('npm run admin -- judge and fit', () => {
  test('without a server the command says what is due, and judges it when asked to wait', async () => {
    expect((await admin(false, 'judge')).value).toEqual({ devices: 3, due: 3 });
    const { value, shown } = await admin(false, 'judge', '--wait');
    expect(value).toEqual({ devices: 3, judged: 3, failing: 0 });
    expect(shown.at(-1)).toMatch(/^judged 3 of 3 devices, .* a second, 0 s left$/);
    expect((await admin(false, 'judge', '--wait')).value).toMatchObject({ judged: 0 });
  });

  test('--all judges every device again, and so does learning', async () => {
    const before = await judgedAt();
    expect((await admin(false, 'judge', '--all', '--wait')).value).toMatchObject({ judged: 3 });
    const after = await judgedAt();
    expect(after.every((at, place) => at > (before[place] ?? 0))).toBe(true);
    const { value, shown } = await admin(false, 'fit');
    expect(value).toEqual({ devices: 3, families: 0 });
    expect(shown.at(-1)).toMatch(/^learned from 3 of 3 devices/);
    expect((await admin(false, 'judge')).value).toEqual({ devices: 3, due: 3 });
    const recorded = database.db.selectFrom('audit_entry').select(['actor', 'action', 'subject']).orderBy('audit_id');
    expect(await recorded.execute()).toEqual([
      { actor: 'os:tester', action: 'judge all', subject: 'devices' },
      { actor: 'os:tester', action: 'fit', subject: 'devices' },
    ]);
  });

  test('with a running server the server does the work, and the command shows the progress', async () => {
    const jobs = await startJobs({
      store: database,
      settings: { offlineHours: 48, readingMonths: 13, eventMonths: 24 },
      log: silent,
    });
    try {
      expect((await admin(true, 'judge', '--all', '--wait')).value).toMatchObject({ judged: 3, failing: 0 });
      expect((await admin(true, 'fit')).value).toEqual({ devices: 3, families: 0 });
    } finally {
      await jobs.stop();
    }
  });
});

describe('progress of a long command', () => {
  test.each([
    [0, 10_000, 0, '0 of 10,000 devices'],
    [0, 10_000, 5000, '0 of 10,000 devices'],
    [1200, 10_000, 36_000, '1,200 of 10,000 devices, 33.3 a second, 4 min 24 s left'],
    [9990, 10_000, 100_000, '9,990 of 10,000 devices, 99.9 a second, 1 s left'],
    [100, 100_000, 10_000, '100 of 100,000 devices, 10.0 a second, 2 h 46 min left'],
    [7, 7, 1000, '7 of 7 devices, 7.0 a second, 0 s left'],
  ])('%i of %i after %i ms', (done, total, elapsed, line) => {
    expect(toProgress(done, total, elapsed)).toBe(line);
  });
});
