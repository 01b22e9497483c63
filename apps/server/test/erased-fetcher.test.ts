import { readVisitPack } from '@platen/contract/visit-pack';
import { v7 as newId } from 'uuid';
import { expect, test } from 'vitest';
import { eraseUser } from '../src/features/account/users.ts';
import { testWorklist } from './test-worklist.ts';

const world = testWorklist();

test('GE-17 VP-08: what an erased user packed stays with the mark', async () => {
  const { pool, db } = world.platen.database;
  const [userId, visitId] = [newId(), newId()];
  await pool.query(
    `insert into app_user (user_id, subject, name, role, agreed_terms_version, sees_all)
     values ($1, 'leaver', 'Lea', 'service', '1.0.1', true)`,
    [userId],
  );
  await pool.query(`insert into visit (visit_id, state, planned_day) values ($1, 'planned', current_date)`, [visitId]);
  await pool.query('insert into visit_device (device_id, visit_id) values ($1, $2)', [world.own, visitId]);
  const body = { deviceId: world.own, item: 'fuser', state: 'packed' };
  expect((await world.send('leaver', 'PUT', `/v1/visits/${visitId}/fetched`, body)).status).toBe(200);
  await eraseUser(db, { subject: 'os:operator', role: 'operator' }, 'leaver');
  const answer = await world.platen.get('service', `/v1/visits/${visitId}/pack`);
  expect(readVisitPack.answer.parse(await answer.json()).fetched).toMatchObject([
    { item: 'fuser', state: 'packed', by: { userId, name: `erased-${userId}` } },
  ]);
});
