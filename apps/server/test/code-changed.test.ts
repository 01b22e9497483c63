import { expect, test } from 'vitest';
import { createWorklistDevices, hour, minute, start } from './worklist-devices.ts';

const { database, send, run, conditions } = await createWorklistDevices();
const codes = (value: string) => ({ codes: { code08: [{ main: 2103, sub: 0, value }] } });
const day = 24 * hour;

/** A device with a watched code (its threshold) that changed between two reports. */
async function changed(serial: string): Promise<string> {
  const id = await send(serial, start, [[start - hour, codes('128')]]);
  await database.owner.query(
    `insert into code_setting (device_id, kind, main, sub, alert_threshold, changed_by, changed_at)
     values ($1, '08', 2103, 0, 9999, 'service', now())`,
    [id],
  );
  await send(serial, start + minute, [[start, codes('96')]]);
  await run(start + 2 * minute);
  return id;
}
const codeChanged = async (id: string) =>
  (await conditions(id)).filter(({ kind }) => kind === 'codeChanged').map(({ subject, work }) => [subject, work]);

test('WL-13 CH-07: a watched code that changed opens after 24 h, and a visit that is recorded later ends it', async () => {
  const id = await changed('WC-1');
  expect(await codeChanged(id)).toEqual([]);
  await send('WC-1', start + day + hour, [[start + day, codes('96')]]);
  await run(start + day + 2 * hour);
  expect(await codeChanged(id)).toEqual([['08.2103.0', 'open']]);
  const [arrived, left] = [start - 30 * minute, start - 10 * minute].map((at) => new Date(at).toISOString());
  const visitId = '01990000-0000-7000-8000-000000000001';
  await database.owner.query(`insert into visit (visit_id, state) values ($1, 'done')`, [visitId]);
  await database.owner.query('insert into visit_device (device_id, visit_id) values ($1, $2)', [id, visitId]);
  await database.owner.query(
    `insert into visit_record (device_id, visit_id, revision, body, recorded_at, is_on_older_plan)
     values ($1, $2, 1, $3, now(), false)`,
    [id, visitId, JSON.stringify({ arrivedAt: arrived, leftAt: left })],
  );
  await send('WC-1', start + 2 * day, [[start + 2 * day, codes('96')]]);
  await run(start + 2 * day + minute);
  expect(await codeChanged(id)).toEqual([['08.2103.0', 'resolved']]);
});

test('WL-13: a change that is taken back within 24 h opens nothing', async () => {
  const id = await changed('WC-2');
  await send('WC-2', start + 2 * hour, [[start + hour, codes('128')]]);
  await run(start + 3 * hour);
  await send('WC-2', start + 2 * day, [[start + 2 * day, codes('128')]]);
  await run(start + 2 * day + minute);
  expect(await codeChanged(id)).toEqual([]);
});
