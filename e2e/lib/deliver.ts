import type { DeviceReport } from '@platen/contract/report';
import type { System } from './system.ts';

/** Delivers reports with the key of a collector; rejects when the server does not store all of them. */
export async function deliver(system: System, key: string, reports: readonly DeviceReport[]): Promise<void> {
  const answer = await fetch(`${system.url}/v1/ingest/reports`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ reports }),
  });
  if (!answer.ok) throw new Error(`delivery: ${answer.status} ${await answer.text()}`);
  const { status, results } = await answer.json();
  const refused = (results ?? []).filter((one: { result: string }) => one.result !== 'stored');
  if (status !== 'OK' || refused.length > 0) throw new Error(`delivery: ${JSON.stringify(refused[0])}`);
}
