import type { BodyOf } from '@platen/contract/endpoint';
import { can } from '@platen/contract/rights';
import { addView, changeView, listViews, mostViews, removeView, type SavedView } from '@platen/contract/views';
import type { FastifyInstance } from 'fastify';
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
import { Refusal } from '../../base/errors.ts';
import { requireRight, type SignedInUser } from '../../identity/signed-in-user.ts';
import { viewVisibleTo } from '../../identity/visibility.ts';
import { once } from '../../kit/idempotency.ts';
import { serve } from '../../kit/serve.ts';
import { recordChange } from '../../store/audit.ts';
import type { Database } from '../../store/database.ts';
import { inTransaction } from '../../store/transactions.ts';

type Trx = Transaction<Database>;

/** Saved views (FV-01): own ones, and those that others share. */
export function registerViews(app: FastifyInstance): void {
  const { db } = app.platform.store;

  serve(app, listViews, async ({ user, query: { area } }) => {
    requireRight(user, 'readWorklist');
    return { views: await readViews(db, user, sql<boolean>`v.area = ${area} and ${viewVisibleTo(user)}`) };
  });

  serve(app, addView, ({ user, request, body }) =>
    once(db, user, request, async (trx) => {
      checkRights(user, body);
      // Two calls at once must not pass the limit together.
      await sql`select 1 from app_user where user_id = ${user.userId} for update`.execute(trx);
      const own = await sql<{ n: number }>`
        select count(*)::int as n from saved_view where owner_id = ${user.userId}`.execute(trx);
      if ((own.rows[0]?.n ?? 0) >= mostViews) throw new Refusal(202004, `views: at most ${mostViews} a user`);
      const viewId = newId();
      const { area, name, shared, isDefault, definition } = body;
      if (isDefault) await clearDefault(trx, user, area);
      await trx
        .insertInto('saved_view')
        .values({
          view_id: viewId,
          area,
          name,
          owner_id: user.userId,
          shared,
          is_default: isDefault,
          definition: JSON.stringify(definition),
        })
        .execute();
      const view = await readOwn(trx, user, viewId);
      await record(trx, user, 'add', viewId, { after: toAudited(view) });
      return { view };
    }),
  );

  serve(app, changeView, ({ user, params: { id }, body }) =>
    inTransaction(db, async (trx) => {
      checkRights(user, body);
      await sql`select 1 from saved_view where view_id = ${id} for update`.execute(trx);
      const before = await readOwn(trx, user, id);
      if (before.version !== body.version)
        throw new Refusal(202002, 'the view was changed meanwhile', {
          body: { current: before, changedBy: { userId: user.userId, name: user.name } },
        });
      const { name, shared, isDefault, definition } = body;
      if (isDefault) await clearDefault(trx, user, before.area);
      await trx
        .updateTable('saved_view')
        .set({
          name,
          shared,
          is_default: isDefault,
          definition: JSON.stringify(definition),
          version: before.version + 1,
        })
        .where('view_id', '=', id)
        .execute();
      const view = await readOwn(trx, user, id);
      await record(trx, user, 'change', id, { before: toAudited(before), after: toAudited(view) });
      return { view };
    }),
  );

  serve(app, removeView, ({ user, params: { id } }) =>
    inTransaction(db, async (trx) => {
      requireRight(user, 'readWorklist');
      const before = await readOwn(trx, user, id);
      await trx.deleteFrom('saved_view').where('view_id', '=', id).execute();
      await record(trx, user, 'remove', id, { before: toAudited(before) });
      return { status: 'success' };
    }),
  );
}

async function readViews(
  db: Kysely<Database>,
  { userId }: SignedInUser,
  condition: RawBuilder<boolean>,
): Promise<SavedView[]> {
  const { rows } = await sql<SavedView>`
    select v.view_id as "viewId", v.area, v.name, v.shared, v.is_default and v.owner_id = ${userId} as "isDefault",
      v.owner_id = ${userId} as own, v.definition, v.version
    from saved_view v join app_user o on o.user_id = v.owner_id
    where ${condition} order by lower(v.name), v.view_id`.execute(db);
  return rows;
}

/** A view of the user; one of another user is refused as one that does not exist (GE-05). */
async function readOwn(trx: Trx, user: SignedInUser, viewId: string): Promise<SavedView> {
  const [view] = await readViews(trx, user, sql<boolean>`v.view_id = ${viewId} and v.owner_id = ${user.userId}`);
  if (view === undefined) throw new Refusal(204001, 'there is no view of yours with this id');
  return view;
}

function checkRights(user: SignedInUser, { shared }: Pick<BodyOf<typeof changeView>, 'shared'>): void {
  requireRight(user, 'readWorklist');
  if (shared && !can(user, 'shareViews')) throw new Refusal(200002, `the role ${user.role} may not share views`);
}

/** A user has at most one default in an area. */
const clearDefault = (trx: Trx, { userId }: SignedInUser, area: string) =>
  trx
    .updateTable('saved_view')
    .set({ is_default: false })
    .where('owner_id', '=', userId)
    .where('area', '=', area)
    .execute();

const toAudited = ({ area, name, shared, isDefault }: SavedView) => ({ area, name, shared, isDefault });

const record = (
  trx: Trx,
  user: SignedInUser,
  verb: string,
  viewId: string,
  detail: Readonly<Record<string, unknown>>,
) =>
  recordChange(trx, {
    actor: user,
    action: `views ${verb}`,
    subject: `view:${viewId}`,
    detail: { ...detail },
  });
