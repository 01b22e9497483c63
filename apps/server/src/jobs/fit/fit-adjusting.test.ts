import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { takeIn } from '../../../test/deliver-reports.ts';
import { hoursAgo, toReport } from '../../../test/reports.ts';
import { fitAdjusting } from './fit-adjusting.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  const days = [5, 4, 3, 2, 1];
  const reports = days.flatMap((ago) => [
    ...Array.from({ length: 21 }, (_, number) => toFamilyReport('SHASTA3', number, ago)),
    ...Array.from({ length: 19 }, (_, number) => toFamilyReport('WEISS4_HHH', number, ago)),
  ]);
  await takeIn(database.db, reports);
});
afterAll(() => database.close());

/** 3612 moves daily on every device, 200 on five of them, 300 never. */
function toFamilyReport(series: string, number: number, ago: number) {
  const report = toReport(`${series}-${number}`, hoursAgo(24 * ago));
  return {
    ...report,
    identity: { ...report.identity, series },
    codes: {
      code05: [{ main: 3612, sub: 0, value: String(ago) }],
      code08: [
        { main: 200, sub: 0, value: String(number < 5 ? ago : 1) },
        { main: 300, sub: 0, value: '7' },
      ],
    },
  };
}

const learned = async () =>
  (
    await sql`select family, code, days, changed, devices from code_adjusting order by family, code`.execute(
      database.db,
    )
  ).rows;

test('CH-06: a code that moves on 10 % of the days of 20 devices is learned for its family, another is not', async () => {
  await sql`insert into code_adjusting values ('GONE', '05-1-0', 100, 50, 30, now() - interval '1 day')`.execute(
    database.db,
  );
  await fitAdjusting(database.db);
  // 21 devices, each with four days that follow another; 19 of the other family are too few.
  const found = [{ family: 'SHASTA3', code: '05-3612-0', days: 84, changed: 84, devices: 21 }];
  expect(await learned()).toEqual(found);
  await fitAdjusting(database.db);
  expect(await learned()).toEqual(found);
});
