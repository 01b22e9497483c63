import { deviceReport } from '@platen/contract/report';
import * as fc from 'fast-check';
import { v7 } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { everywhere } from '../../../test/collectors.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { hoursAgo, toItems, toReport } from '../../../test/reports.ts';
import { toExtreme } from '../../../test/extreme-values.ts';
import { deliver } from './receive/deliver.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

/** What is refused for what it is, before the store is asked. */
const ofTheReport = /^(identity|observedAt|source|mustUnderstand|version)/;

test('AP-05: no report that its schema takes is refused by the database, whatever its values', async () => {
  const rules = { collectorId: v7(), scope: everywhere, offlineHours: 48, readingMonths: 13, eventMonths: 24 };
  const offsets = fc.constantFrom(0, 0, 0, 3600, -50 * 366 * 86_400, 170 * 366 * 86_400);
  let stored = 0;
  await fc.assert(
    fc.asyncProperty(toExtreme(deviceReport), fc.nat(20), offsets, async (report, hours, clockOffset) => {
      const now = new Date();
      const at = new Date(hoursAgo(hours).getTime() + clockOffset * 1000);
      const { version: _version, source, mustUnderstand: _must, ...sections } = report as Record<string, unknown>;
      const observedAt = at.toISOString();
      const results = await deliver(
        database.db,
        toItems([
          // Half of them with a head that is right, so that their sections reach the store.
          hours % 2 === 0
            ? { ...sections, ...toReport('WILD', observedAt), ...sections, observedAt }
            : { ...sections, version: '1.0', source, observedAt },
          toReport('OTHER', at),
        ]),
        { ...rules, now, clockOffset },
      );
      const [first] = results;
      if (first?.result === 'stored') stored++;
      const issues = first?.issues ?? [];
      expect(issues.filter(({ path }) => !ofTheReport.test(path))).toEqual([]);
    }),
    { numRuns: 60 },
  );
  expect(stored).toBeGreaterThan(10);
}, 300_000);
