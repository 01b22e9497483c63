import {
  cancelVisit as cancelCall,
  changeVisit as changeCall,
  listVisits as listCall,
  makeVisit as makeCall,
  planVisit as planCall,
  readVisit as readCall,
  seeVisit as seeCall,
  startVisit as startCall,
} from '@platen/contract/visits';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { readDevice } from '../../../device/read-device.ts';
import { requireRight, type SignedInUser } from '../../../identity/signed-in-user.ts';
import { once } from '../../../kit/idempotency.ts';
import { Answer, serve } from '../../../kit/serve.ts';
import { inTransaction } from '../../../store/transactions.ts';
import { registerVisitCalendar } from './calendar-routes.ts';
import { cancelVisit, changeVisit, planVisit, seeVisit, startVisit } from './change-visit.ts';
import { readVisitPage } from './list-visits.ts';
import { makeVisit } from './make-visit.ts';
import type { Caller } from './plan-conditions.ts';
import { readVisit } from './read-visit.ts';

/** Visits: planned, begun, cancelled and listed (VP-01 to VP-06, VP-18). */
export function registerVisits(app: FastifyInstance): void {
  registerVisitCalendar(app);
  const { store, settings } = app.platform;
  const { db } = store;
  const callerOf = (user: SignedInUser): Caller => ({
    user,
    now: new Date(),
    offlineHours: settings.offlineHours,
  });
  /** Refuses devices that the user does not see as all other calls do (GE-05). */
  const checkDevices = async (user: SignedInUser, devices: readonly { readonly deviceId: string }[] = []) => {
    for (const { deviceId } of devices) await readDevice(store, user, deviceId, { name: 'visible', columns: sql`1` });
  };

  serve(app, listCall, async ({ user, query }) => {
    requireRight(user, 'recordVisits');
    const { page, total } = await readVisitPage(db, user, query, new Date());
    return new Answer(page, {
      'has-more': query.offset + page.visits.length < total ? 'True' : 'False',
      'total-count': String(total),
    });
  });

  serve(app, readCall, async ({ user, params: { id } }) => {
    requireRight(user, 'recordVisits');
    return { visit: await readVisit(db, user, id) };
  });

  serve(app, makeCall, async ({ user, request, body }) => {
    requireRight(user, 'recordVisits');
    await checkDevices(user, body.devices);
    return await once(db, user, request, async (trx) => ({
      visit: await makeVisit(trx, callerOf(user), body),
    }));
  });

  serve(app, changeCall, async ({ user, params: { id }, body }) => {
    requireRight(user, 'planVisits');
    await checkDevices(user, body.devices);
    return await inTransaction(db, async (trx) => ({
      visit: await changeVisit(trx, callerOf(user), id, body),
    }));
  });

  serve(app, planCall, ({ user, request, params: { id }, body }) =>
    once(db, user, request, async (trx) => ({ visit: await planVisit(trx, callerOf(user), id, body) })),
  );

  serve(app, startCall, ({ user, request, params: { id }, body }) =>
    once(db, user, request, async (trx) => ({ visit: await startVisit(trx, callerOf(user), id, body?.at) })),
  );

  serve(app, cancelCall, ({ user, request, params: { id }, body }) =>
    once(db, user, request, async (trx) => ({ visit: await cancelVisit(trx, callerOf(user), id, body) })),
  );

  serve(app, seeCall, ({ user, request, params: { id } }) =>
    once(db, user, request, async (trx) => ({ visit: await seeVisit(trx, callerOf(user), id) })),
  );
}
