import type { BodyOf } from '@platen/contract/endpoint';
import { fetchPart, notePackStored, readVisitPack } from '@platen/contract/visit-pack';
import type { FastifyInstance } from 'fastify';
import { type Kysely, sql } from 'kysely';
import { Refusal } from '../../base/errors.ts';
import { requireRight, type SignedInUser } from '../../identity/signed-in-user.ts';
import { serve } from '../../kit/serve.ts';
import { recordChange } from '../../store/audit.ts';
import type { Database } from '../../store/database.ts';
import { inTransaction } from '../../store/transactions.ts';
import { readPack } from './service.ts';
import { createUsualRates } from './usual-rates.ts';
import { type PackVisit, readFetched, readPackVisit } from './visit-store.ts';

/** The pack of a visit, what of it is packed, and whether it is on a telephone. */
export function registerVisitPack(app: FastifyInstance): void {
  const { store } = app.platform;
  const { db } = store;
  const usualRates = createUsualRates(db);

  serve(app, readVisitPack, async ({ user, params, query }) => {
    requireRight(user, 'recordVisits');
    return await readPack(store, user, params.id, { refresh: query.refresh === '1', usualRates });
  });

  serve(app, fetchPart, async ({ user, params, body }) => {
    requireRight(user, 'recordVisits');
    const visit = await readPackVisit(db, user, params.id);
    await inTransaction(db, (trx) => markPart(trx, user, visit, body));
    return { fetched: await readFetched(db, user, params.id) };
  });

  serve(app, notePackStored, async ({ user, params }) => {
    requireRight(user, 'recordVisits');
    const visit = await readPackVisit(db, user, params.id);
    // The pack on the screen of a dispatcher says nothing about the telephone of the technician.
    if (visit.assignee?.userId !== user.userId) return { storedAt: visit.storedAt?.toISOString() ?? null };
    const { rows } = await sql<{ at: Date }>`
      update visit set pack_stored_at = now() where visit_id = ${params.id} returning pack_stored_at as at`.execute(db);
    return { storedAt: rows[0]?.at.toISOString() ?? null };
  });
}

/** Marks a part as packed or not in stock, or takes the mark back; the last one counts. */
async function markPart(
  trx: Kysely<Database>,
  user: SignedInUser,
  visit: PackVisit,
  { deviceId, item, state }: BodyOf<typeof fetchPart>,
): Promise<void> {
  if (visit.state === 'done' || visit.state === 'cancelled') throw new Refusal(202003, 'the visit is over');
  if (!visit.devices.some((one) => one.deviceId === deviceId))
    throw new Refusal(204001, 'this device is not in the visit');
  const place = sql`device_id = ${deviceId} and visit_id = ${visit.visitId} and item = ${item}`;
  const { rows } = await sql<{ state: string }>`
    select state from visit_fetched where ${place} for update`.execute(trx);
  const before = rows[0]?.state ?? 'toPack';
  if (before === state) return;
  if (state === 'toPack') await sql`delete from visit_fetched where ${place}`.execute(trx);
  else {
    const { rows: counted } = await sql<{ n: number }>`
      select count(*)::int as n from visit_fetched where visit_id = ${visit.visitId}`.execute(trx);
    if ((counted[0]?.n ?? 0) >= mostMarks) throw new Refusal(202004, `parts: at most ${mostMarks} of a visit`);
    await sql`
      insert into visit_fetched (device_id, visit_id, item, state, fetched_by, at)
      values (${deviceId}, ${visit.visitId}, ${item}, ${state}, ${user.userId}, now())
      on conflict (device_id, visit_id, item) do update set state = excluded.state, fetched_by = excluded.fetched_by,
        at = excluded.at`.execute(trx);
  }
  await recordChange(trx, {
    actor: user,
    action: 'visit.fetch',
    subject: `visit:${visit.visitId}`,
    detail: { deviceId, item, before, after: state },
  });
}

/** Marks of parts in one visit, at most. */
const mostMarks = 2000;
