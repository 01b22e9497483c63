import type { DeviceReport } from '@platen/contract/report';
import { expect } from 'vitest';
import { findDeviceId } from './device-ids.ts';
import type { TestApp } from './test-app.ts';

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
