import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { modelsOf } from '@platen/catalogue/families/models';
import { deviceReport } from '@platen/contract/report';
import * as fc from 'fast-check';
import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addCollector, everywhere } from '../../../test/collectors.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { toExtreme } from '../../../test/extreme-values.ts';
import { hoursAgo, toItems, toReport } from '../../../test/reports.ts';
import { agreeForAll, createTestApp, type TestApp } from '../../../test/test-app.ts';
import { deliver } from './receive/deliver.ts';

describe('extreme values', () => {
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
});

describe('status over IPP', () => {
  let database: TestDatabase;
  let collectorId: string;
  beforeAll(async () => {
    database = await createTestDatabase();
    collectorId = await addCollector(database);
  });
  afterAll(() => database.close());

  /** The status of a printer that is read by IPP only: no bits, no hrDeviceStatus. */
  async function statusOf(serial: string, status: object, more: object = {}) {
    const report = { ...toReport(serial, hoursAgo(1)), status, ...more };
    await deliver(database.db, toItems([report]), {
      collectorId,
      scope: everywhere,
      now: new Date(),
      offlineHours: 48,
      readingMonths: 13,
      eventMonths: 24,
    });
    const row = await database.db
      .selectFrom('device')
      .select(['status', 'status_reasons'])
      .where('serial', '=', serial)
      .executeTakeFirstOrThrow();
    return row;
  }

  test('a jam that a printer reports by IPP only is an error in the list', async () => {
    const row = await statusOf('IPP-1', { printerState: 'stopped', stateReasons: ['media-jam-error'], alerts: [] });
    expect(row.status).toBe('error');
    expect(JSON.stringify(row)).toContain('jammed');
  });

  test('an idle printer that is read by IPP only is normal, not unknown', async () => {
    expect((await statusOf('IPP-2', { printerState: 'idle', stateReasons: [] })).status).toBe('normal');
  });

  test('a cartridge that a state reason reports as empty is a warning, whatever its level', async () => {
    const supplies = [
      { index: '1', type: 'toner', tonerColor: 'black', condition: 'empty', percent: { state: 'unknown' } },
    ];
    const row = await statusOf('IPP-3', { printerState: 'idle', stateReasons: ['toner-empty-warning'] }, { supplies });
    expect(row.status).toBe('warning');
  });
});

describe('families of models', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'platen-models-'));
  const file = path.join(folder, 'models.json');
  const key = 'key-of-the-families-test';
  let platen: TestApp;
  beforeAll(async () => {
    writeFileSync(file, JSON.stringify({ models: [{ pattern: 'Acme 45*', family: 'WEISS4_HHH' }] }));
    platen = await createTestApp({ PLATEN_MODEL_FAMILIES: file });
    await agreeForAll(platen.database);
    await addCollector(platen.database, { name: 'test', key });
  });
  afterAll(async () => {
    await platen.close();
    rmSync(folder, { recursive: true, force: true });
  });

  let reports = 0;
  /** Delivers a report over HTTP; gives the series of the stored row and of the profile. */
  async function seriesOf(serial: string, model: string | undefined, series?: string) {
    const measured = (value: string) => ({ state: 'measured' as const, value });
    reports += 1;
    const report = toReport(serial, new Date(hoursAgo(1).getTime() + reports * 1000), {
      identity: {
        serial: measured(serial),
        enterprise: 99_999,
        ...(model === undefined ? {} : { model: measured(model) }),
        ...(series === undefined ? {} : { series }),
      },
    });
    const answer = await fetch(`${platen.url}/v1/ingest/reports`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ reports: [report] }),
    });
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('"stored"')]);
    const row = await platen.database.db
      .selectFrom('device')
      .select(['device_id', 'series'])
      .where('serial', '=', serial)
      .executeTakeFirstOrThrow();
    const profile = await platen.get('service', `/v1/device/${row.device_id}/profile`);
    return [row.series, ((await profile.json()) as { series: string | null }).series];
  }

  describe('the series of a device', () => {
    test("PR-08 OQ-103: is the family of its model by the project's table and by the site's, where the report has none", async () => {
      const [model = ''] = modelsOf('SHASTA3');
      expect(await seriesOf('F1', model.toUpperCase())).toEqual(['SHASTA3', 'SHASTA3']);
      expect(await seriesOf('F2', 'ACME 4515-X')).toEqual(['WEISS4_HHH', 'WEISS4_HHH']);
    });

    test('PR-08 OQ-103: stays null for a model that no table knows, and for a device without model', async () => {
      expect(await seriesOf('F3', 'Acme 5510')).toEqual([null, null]);
      expect(await seriesOf('F4', undefined)).toEqual([null, null]);
    });

    test('PR-08 OQ-103: a reported series counts more than the model: its family code, else as reported', async () => {
      expect(await seriesOf('F5', 'Acme 4515', 'Reuss3-HHH series')).toEqual(['REUSS3_HHH', 'REUSS3_HHH']);
      expect(await seriesOf('F6', undefined, 'Acme 4500')).toEqual(['WEISS4_HHH', 'WEISS4_HHH']);
      expect(await seriesOf('F7', 'Acme 4515', 'ALPHA')).toEqual(['ALPHA', 'ALPHA']);
    });

    test('PR-08: follows the newest report', async () => {
      expect(await seriesOf('F8', 'Acme 5510')).toEqual([null, null]);
      expect(await seriesOf('F8', 'Acme 4510')).toEqual(['WEISS4_HHH', 'WEISS4_HHH']);
    });
  });
});
