import type { JobAccepted } from '@platen/contract/jobs';
import {
  type ActionResult,
  actOnWorklist,
  enterCall,
  listPeople,
  markSeen,
  setPriority,
  setWeight,
} from '@platen/contract/worklist';
import { mostActionItems } from '@platen/contract/worklist-names';
import { toWorkTime } from '@platen/diagnosis/conditions/calendar';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { Refusal } from '../../base/errors.ts';
import { minuteMs, toDayText } from '../../base/time.ts';
import { readDevice } from '../../device/read-device.ts';
import { requireRight, type SignedInUser } from '../../identity/signed-in-user.ts';
import { rowVisibleTo } from '../../identity/visibility.ts';
import { once } from '../../kit/idempotency.ts';
import { Accepted, serve } from '../../kit/serve.ts';
import { inTransaction } from '../../store/transactions.ts';
import { readOrganisation } from '../../worklist/organisation.ts';
import { act, type Caller } from './act.ts';
import { actInJob } from './action-job.ts';
import { changePriority, changeWeight } from './by-hand.ts';
import { enter } from './call.ts';
import { readPeople } from './people.ts';

/** What people do with the worklist. */
export function registerWorklistActions(app: FastifyInstance): void {
  const { store, settings, changes } = app.platform;
  const { db } = store;
  const toCaller = (user: SignedInUser): Caller => ({
    user,
    offlineHours: settings.offlineHours,
  });
  const checkDevice = (user: SignedInUser, deviceId: string) =>
    readDevice(store, user, deviceId, { name: 'visible', columns: sql`1` });

  /** The result of a change that is committed when it settles. */
  const noting = async <T>(user: SignedInUser, change: Promise<T>): Promise<T> => {
    const result = await change;
    changes.note(user.userId);
    return result;
  };

  serve(app, actOnWorklist, async ({ user, request, body }) => {
    const answer = await noting(
      user,
      once<ActionResult | JobAccepted>(db, user, request, (trx) =>
        body.items.length > mostActionItems ? actInJob(trx, user, body) : act(trx, toCaller(user), body),
      ),
    );
    return 'jobId' in answer ? new Accepted(answer.jobId) : answer;
  });

  serve(app, enterCall, async ({ user, request, body }) => {
    requireRight(user, 'actOnWorklist');
    await checkDevice(user, body.deviceId);
    return await noting(
      user,
      once(db, user, request, (trx) => enter(trx, toCaller(user), body)),
    );
  });

  serve(app, setPriority, ({ user, params, body }) =>
    noting(
      user,
      inTransaction(db, (trx) => changePriority(trx, toCaller(user), params.id, body)),
    ),
  );

  serve(app, setWeight, async ({ user, params, body }) => {
    requireRight(user, 'actOnWorklist');
    await checkDevice(user, params.id);
    return await noting(
      user,
      inTransaction(db, (trx) => changeWeight(trx, toCaller(user), params.id, body)),
    );
  });

  serve(app, listPeople, async ({ user, query }) => {
    requireRight(user, 'readWorklist');
    const { calendar } = (await readOrganisation(db, user.organisationId)).settings;
    const today = toDayText(toWorkTime(calendar).dayOf(Date.now()));
    const devices = query.devices?.split(',');
    return { people: await readPeople(db, user, { visibleRow: rowVisibleTo(user), today, devices }) };
  });

  serve(app, markSeen, async ({ user, body: { at } }) => {
    requireRight(user, 'readWorklist');
    if (Date.parse(at) > Date.now() + minuteMs) throw new Refusal(202001, 'at: lies in the future');
    // Two windows of one user: the later instant counts.
    const { rows } = await sql<{ at: Date }>`
      insert into user_seen as s (user_id, area, at) values (${user.userId}, 'worklist', ${new Date(at)}::timestamptz)
      on conflict (user_id, area) do update set at = greatest(s.at, excluded.at) returning at`.execute(db);
    return { at: (rows[0]?.at ?? new Date(at)).toISOString() };
  });
}
