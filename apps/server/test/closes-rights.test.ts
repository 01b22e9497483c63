import * as contract from '@platen/contract/closes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Closing, createClosing, newCustomer, periods } from './closing-world.ts';
import { runJobs } from './jobs.ts';

let world: Closing;
beforeAll(async () => {
  world = await createClosing();
});
afterAll(() => world.platen.close());

const { october } = periods;

test('OA-20 GE-05: who lacks the right is refused; a foreign close answers as an unknown one', async () => {
  const { scope, of } = newCustomer();
  await world.receive([
    of('I1', '2026-09-30T23:40:00Z', { total: 10 }),
    of('I1', '2026-10-31T23:40:00Z', { total: 90 }),
  ]);
  const { closeId, version } = await world.open({ ...october, scope });
  const tails = ['', '/lines', '/file', '/late'];
  for (const tail of tails) {
    const unknown = await world.call('stranger', 'GET', `/v1/closes/01900000-0000-7000-8000-00000000abcd${tail}`);
    expect(unknown.status).toBe(404);
    expect(await world.call('stranger', 'GET', `/v1/closes/${closeId}${tail}`)).toEqual(unknown);
    expect((await world.call('tech', 'GET', `/v1/closes/${closeId}${tail}`)).body).toMatchObject({ errorCode: 200002 });
  }
  for (const subject of ['service', 'dealer', 'customer', 'tech']) {
    const { body } = await world.call(subject, 'POST', `/v1/closes/${closeId}/close`, { version });
    expect(body).toMatchObject({ errorCode: 200002 });
  }
  const listed = contract.listCloses.answer.parse((await world.call('stranger', 'GET', '/v1/closes')).body);
  expect(listed.closes).toEqual([]);
});

test('LG-18: meters of many devices at an instant come as a job; a device that is not seen is refused', async () => {
  const { of } = newCustomer();
  const report = of('K1', '2026-10-31T23:40:00Z', { total: 90 });
  await world.receive([report]);
  const deviceIds = [await world.idOf(report)];
  const asked = { instant: '2026-11-01T00:00:00Z', deviceIds };
  expect((await world.call('stranger', 'POST', '/v1/meters/at', asked)).body).toMatchObject({ errorCode: 200003 });
  const { status, body } = await world.call('billing', 'POST', '/v1/meters/at', asked);
  expect(status).toBe(202);
  await runJobs(world.platen.database);
  const { jobId } = body as { jobId: string };
  expect((await world.call('billing', 'GET', `/v1/jobs/${jobId}/result`)).body).toMatchObject({
    kind: 'metersAt',
    lines: [{ serial: 'K1', meter: 'total', state: 'exact', value: 90, at: '2026-10-31T23:40:00.000Z' }],
  });
});
