import { hash, randomInt } from 'node:crypto';
import { Readable } from 'node:stream';
import { chooseLocale } from '@platen/catalogue/locale';
import {
  calendarType,
  feedTokenForm,
  makeFeed,
  readFeed,
  readVisitCalendar,
  revokeFeed,
  type VisitFeed,
} from '@platen/contract/visit-calendar';
import { feedReachDays, visitPageSize } from '@platen/contract/visit-names';
import type { VisitRow } from '@platen/contract/visits';
import type { FastifyInstance } from 'fastify';
import { type Kysely, sql } from 'kysely';
import { createRateLimit, toLanguages, toRateKey } from '../../../base/caller.ts';
import { Refusal } from '../../../base/errors.ts';
import { dayMs } from '../../../base/time.ts';
import { readOwner } from '../../../delivery/owner.ts';
import { readBrand } from '../../../identity/brand-of-user.ts';
import { requireRight, type SignedInUser } from '../../../identity/signed-in-user.ts';
import { FileAnswer } from '../../../kit/send.ts';
import { serve } from '../../../kit/serve.ts';
import { toPortalAddress } from '../../../settings/portal-address.ts';
import { recordChange } from '../../../store/audit.ts';
import type { Database } from '../../../store/database.ts';
import { inTransaction } from '../../../store/transactions.ts';
import { readOrganisation } from '../../../worklist/organisation.ts';
import { toCalendar } from './calendar.ts';
import { readVisitPage } from './list-visits.ts';
import { readVisit } from './read-visit.ts';

/** Calls of an address a minute: who guesses secrets gets nowhere, and is slow. */
const mostCalls = 30;
/** Visits of a feed at most. */
const mostVisits = 1000;
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

const makeSecret = (): string => Array.from({ length: 40 }, () => letters[randomInt(letters.length)]).join('');
const toHash = (secret: string): Buffer => hash('sha256', secret, 'buffer');

async function readState(db: Kysely<Database>, userId: string): Promise<VisitFeed> {
  const row = await db
    .selectFrom('visit_feed')
    .select(['made_at', 'used_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return { madeAt: row?.made_at.toISOString() ?? null, usedAt: row?.used_at?.toISOString() ?? null };
}

/** Own visits from 90 days back to 90 days ahead. */
async function readOwnVisits(db: Kysely<Database>, user: SignedInUser, now: Date): Promise<VisitRow[]> {
  const toDay = (days: number) => new Date(now.getTime() + days * dayMs).toISOString().slice(0, 10);
  const span = { assignee: 'me', from: toDay(-feedReachDays), to: toDay(feedReachDays) };
  const found = new Map<string, VisitRow>();
  for (const list of ['open', 'overdue', 'done'] as const)
    for (let offset = 0; offset < mostVisits; offset += visitPageSize) {
      const { page } = await readVisitPage(db, user, { list, ...span, offset, limit: visitPageSize }, now);
      for (const visit of page.visits) found.set(visit.visitId, visit);
      if (page.visits.length < visitPageSize) break;
    }
  return [...found.values()].slice(0, mostVisits);
}

/**
 * Visits in calendars (VP-05): a file of each, and a feed of the user's own with an address that
 * is secret.
 */
export function registerVisitCalendar(app: FastifyInstance): void {
  const { store, settings } = app.platform;
  const { db } = store;
  const callers = createRateLimit(mostCalls);
  const portalOf = async (userId: string) => toPortalAddress(settings, await readBrand(db, userId, null));

  serve(app, readVisitCalendar, async ({ user, request, params: { id } }) => {
    requireRight(user, 'recordVisits');
    const now = new Date();
    const visit = await readVisit(db, user, id, now);
    if (visit.plannedDay === null) throw new Refusal(202003, 'a draft has no day');
    const locale = chooseLocale(toLanguages(request.headers['accept-language']));
    const text = toCalendar([visit], { zone: visit.zone, locale, portal: await portalOf(user.userId), now });
    return new FileAnswer(Readable.from([text]), `${calendarType}; charset=utf-8`, {
      'content-disposition': `attachment; filename="visit-${visit.plannedDay}.ics"`,
    });
  });

  serve(app, readFeed, async ({ user }) => {
    requireRight(user, 'recordVisits');
    return await readState(db, user.userId);
  });

  serve(app, makeFeed, async ({ user }) => {
    requireRight(user, 'recordVisits');
    const secret = makeSecret();
    await inTransaction(db, async (trx) => {
      await sql`
        insert into visit_feed (user_id, hash, made_at) values (${user.userId}, ${toHash(secret)}, now())
        on conflict (user_id) do update set hash = excluded.hash, made_at = excluded.made_at, used_at = null`.execute(
        trx,
      );
      await recordChange(trx, {
        actor: user,
        action: 'visits feed',
        subject: `user:${user.userId}`,
      });
    });
    return { ...(await readState(db, user.userId)), url: `${settings.publicUrl}/v1/visits/feed/${secret}.ics` };
  });

  serve(app, revokeFeed, async ({ user }) => {
    requireRight(user, 'recordVisits');
    await inTransaction(db, async (trx) => {
      await trx.deleteFrom('visit_feed').where('user_id', '=', user.userId).execute();
      await recordChange(trx, {
        actor: user,
        action: 'visits feed revoke',
        subject: `user:${user.userId}`,
      });
    });
    return { madeAt: null, usedAt: null };
  });

  /**
   * For calendars, which sign in nowhere: an address that is wrong, revoked or of a disabled user
   * is unknown.
   */
  app.get<{ Params: { file: string } }>('/v1/visits/feed/:file', async (request, reply) => {
    const unknown = () => new Refusal(204001, 'nothing is served at this address');
    if (callers.take(toRateKey(request.ip)) > 0) throw new Refusal(203001, 'too many calls from this address');
    const { file } = request.params;
    const secret = file.endsWith('.ics') ? file.slice(0, -4) : '';
    if (!feedTokenForm.test(secret)) throw unknown();
    const found = await db
      .selectFrom('visit_feed')
      .select('user_id')
      .where('hash', '=', toHash(secret))
      .executeTakeFirst();
    const user = found === undefined ? undefined : await readOwner(db, found.user_id, null);
    if (user === undefined) throw unknown();
    await sql`
      update visit_feed set used_at = date_trunc('hour', now())
      where user_id = ${user.userId} and used_at is distinct from date_trunc('hour', now())`.execute(db);
    const now = new Date();
    const { calendar } = (await readOrganisation(db, user.organisationId)).settings;
    const text = toCalendar(await readOwnVisits(db, user, now), {
      zone: calendar.zone,
      locale: chooseLocale(toLanguages(request.headers['accept-language'])),
      portal: await portalOf(user.userId),
      now,
    });
    return await reply.header('cache-control', 'no-store').type(`${calendarType}; charset=utf-8`).send(text);
  });
}
