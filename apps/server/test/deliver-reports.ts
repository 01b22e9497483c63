import type { DeviceReport } from '@platen/contract/report';
import type { Kysely } from 'kysely';
import { v7 } from 'uuid';
import { expect } from 'vitest';
import { deliver } from '../src/features/ingest/receive/deliver.ts';
import type { Database } from '../src/store/database.ts';
import { everywhere } from './collectors.ts';
import { findDeviceId } from './device-ids.ts';
import { toItems } from './reports.ts';
import type { TestApp } from './test-app.ts';

/** Takes reports in as the ingest does, from a collector that may report every device. */
export async function takeIn(
  db: Kysely<Database>,
  reports: readonly DeviceReport[],
  { now = new Date(), collectorId = v7() } = {},
): Promise<void> {
  await deliver(db, toItems(reports), {
    collectorId,
    scope: everywhere,
    now,
    offlineHours: 48,
    readingMonths: 13,
    eventMonths: 24,
  });
}

/** Delivers reports of one device over HTTP with the key of a collector; returns the id of the device. */
export async function deliverReports(
  { url, database }: Pick<TestApp, 'url' | 'database'>,
  key: string,
  reports: readonly DeviceReport[],
): Promise<string> {
  const answer = await fetch(`${url}/v1/ingest/reports`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ reports }),
  });
  expect([answer.status, await answer.json()]).toMatchObject([200, { status: 'OK' }]);
  return await findDeviceId(database, reports[0]);
}
