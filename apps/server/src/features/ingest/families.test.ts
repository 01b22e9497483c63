import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { modelsOf } from '@platen/catalogue/families/models';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addCollector } from '../../../test/collectors.ts';
import { hoursAgo, toReport } from '../../../test/reports.ts';
import { agreeForAll, createTestApp, type TestApp } from '../../../test/test-app.ts';

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
