import { listVisitEffects } from '@platen/contract/visit-effects';
import {
  correctVisit as correctCall,
  listDeviceVisits,
  recordVisit as recordCall,
} from '@platen/contract/visit-records';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { readDevice } from '../../../device/read-device.ts';
import { readEffects } from '../../../history/visit-effects.ts';
import { requireRight, type SignedInUser } from '../../../identity/signed-in-user.ts';
import { once } from '../../../kit/idempotency.ts';
import { serve } from '../../../kit/serve.ts';
import { readDeviceVisits } from './device-visits.ts';
import type { Recorder } from './locked-visit.ts';
import { correctVisit, recordVisit } from './record-visit.ts';

/** What people record of visits (VR), and the visits of a device. */
export function registerVisitRecords(app: FastifyInstance): void {
  const { store, settings } = app.platform;
  const { db } = store;
  const toRecorder = (user: SignedInUser): Recorder => ({
    user,
    now: new Date(),
    offlineHours: settings.offlineHours,
  });

  serve(app, recordCall, ({ user, request, params: { id }, body }) =>
    once(db, user, request, (trx) => recordVisit(trx, toRecorder(user), id, body)),
  );
  serve(app, correctCall, ({ user, request, params: { id }, body }) =>
    once(db, user, request, (trx) => correctVisit(trx, toRecorder(user), id, body)),
  );
  serve(app, listVisitEffects, async ({ user, params: { id } }) => {
    requireRight(user, 'recordVisits');
    await readDevice(store, user, id, { name: 'visible', columns: sql`1` });
    return { effects: await readEffects(db, id, new Date()) };
  });
  serve(app, listDeviceVisits, async ({ user, params: { id }, query: { offset } }) => {
    requireRight(user, 'recordVisits');
    await readDevice(store, user, id, { name: 'visible', columns: sql`1` });
    return await readDeviceVisits(db, id, Number(offset ?? 0));
  });
}
