import type { UserItem } from '@platen/contract/people';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { toContains } from '../../device-list/distinct-texts.ts';
import type { SignedInUser } from '../../identity/signed-in-user.ts';
import { organisationVisibleTo } from '../../identity/visibility.ts';
import type { Database } from '../../store/database.ts';

type Db = Kysely<Database>;

export const operatorId = sql<string>`(select organisation_id from organisation where kind = 'operator' limit 1)`;

/** The SQL condition on `app_user u` for users of the own organisation and of those below it. */
export const userVisibleTo = (user: SignedInUser): RawBuilder<boolean> => sql<boolean>`
  coalesce(u.organisation_id, ${operatorId}) in (select o.organisation_id from organisation o
    where ${organisationVisibleTo(user)})`;

interface UserRow extends Omit<UserItem, 'lastLoginAt' | 'disabledAt' | 'state'> {
  readonly lastLoginAt: Date | null;
  readonly disabledAt: Date | null;
}

const columns = sql`u.user_id as "userId", u.subject, u.name, u.role, u.sees_all as "seesAll", u.by_claim as "byClaim",
  (select json_build_object('organisationId', o.organisation_id, 'name', o.name, 'kind', o.kind)
    from organisation o where o.organisation_id = u.organisation_id) as organisation,
  array(select g.name from user_group m join device_group g using (group_id)
    where m.user_id = u.user_id order by g.name) as groups,
  u.mail, u.mail_verified as "mailVerified", u.language, u.zone, u.start_area as "startArea",
  u.last_login_at as "lastLoginAt", u.disabled_at as "disabledAt",
  coalesce((select json_agg(json_build_object('action', r.action, 'endsOn', r.ends_on) order by r.action)
    from user_right r where r.user_id = u.user_id and (r.ends_on is null or r.ends_on >= current_date)), '[]') as rights,
  u.version`;

const toItem = ({ lastLoginAt, disabledAt, ...row }: UserRow): UserItem => ({
  ...row,
  lastLoginAt: lastLoginAt?.toISOString() ?? null,
  disabledAt: disabledAt?.toISOString() ?? null,
  state: disabledAt === null ? 'active' : 'disabled',
});

interface UserPage {
  readonly organisationId?: string | undefined;
  readonly search: string;
  readonly offset: number;
  readonly limit: number;
}

/** A page of the users whom an administrator may see, by name. */
export async function readUserPage(
  db: Db,
  user: SignedInUser,
  { organisationId, search, offset, limit }: UserPage,
): Promise<{ users: UserItem[]; hasMore: boolean; total: number }> {
  const pattern = toContains(search);
  const found = sql`from app_user u where ${userVisibleTo(user)}
    and (${organisationId ?? null}::uuid is null or coalesce(u.organisation_id, ${operatorId}) = ${organisationId ?? null})
    and (${search} = '' or u.name ilike ${pattern} or u.mail ilike ${pattern} or u.subject ilike ${pattern})`;
  const [page, counted] = await Promise.all([
    sql<UserRow>`select ${columns} ${found} order by lower(u.name), u.user_id limit ${limit + 1} offset ${offset}`.execute(
      db,
    ),
    sql<{ total: number }>`select count(*)::int as total ${found}`.execute(db),
  ]);
  return {
    users: page.rows.slice(0, limit).map(toItem),
    hasMore: page.rows.length > limit,
    total: counted.rows[0]?.total ?? 0,
  };
}

/** One user whom an administrator may see. */
export async function findUser(db: Db, user: SignedInUser, userId: string): Promise<UserItem | undefined> {
  const { rows } = await sql<UserRow>`
    select ${columns} from app_user u where u.user_id = ${userId} and ${userVisibleTo(user)}`.execute(db);
  return rows[0] === undefined ? undefined : toItem(rows[0]);
}
