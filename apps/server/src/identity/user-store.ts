import { can, roles } from '@platen/contract/rights';
import { sql } from 'kysely';
import { Refusal } from '../base/errors.ts';
import type { Connection } from '../store/database.ts';
import { runPrepared } from '../store/statement.ts';
import { isConnectionTrouble } from '../store/transactions.ts';
import type { SignedInUser } from './signed-in-user.ts';

interface UserRow extends SignedInUser {
  readonly disabled: boolean;
}

const rolesThatSeeAll = roles.filter((role) => can(role, 'seeEveryDevice'));

/** A dealer never sees everything, whatever the row says (OQ-110). */
const selectUser = (subject: string) => sql<UserRow>`
  select u.user_id as "userId", u.subject, u.name, u.role, u.disabled_at is not null as disabled,
         u.agreed_terms_version as "agreedTermsVersion",
         u.sees_all and u.role = any(${rolesThatSeeAll}) as "seesAll",
         coalesce((select json_agg(json_build_object('groupId', g.group_id, 'name', g.name) order by g.name, g.group_id)
                     from device_group g
                    where (u.sees_all and u.role = any(${rolesThatSeeAll}))
                       or exists (select from user_group m where m.user_id = u.user_id and m.group_id = g.group_id)),
                  '[]') as groups
    from app_user u where u.subject = ${subject}`;

export interface UserStore {
  /** The user of a subject. Refuses 200002 where the subject is unknown or disabled (AU-43). */
  find(subject: string): Promise<SignedInUser>;
  /** The same, past the cache. */
  refresh(subject: string): Promise<SignedInUser>;
}

/** How long a user is cached: a change of rights takes effect within this time. */
const cachedMs = 3000;
const manyUsers = 2000;

/** Looks users up and caches each for a few seconds: a screen makes several calls at once. */
export function createUserStore(store: Pick<Connection, 'pool'>, now: () => number = Date.now): UserStore {
  const known = new Map<string, { at: number; user: Promise<SignedInUser> }>();

  const refresh = (subject: string): Promise<SignedInUser> => {
    const user = readUser(store, subject);
    if (known.size >= manyUsers) known.clear();
    known.set(subject, { at: now(), user });
    user.catch(() => known.delete(subject));
    return user;
  };

  return {
    refresh,
    find(subject) {
      const found = known.get(subject);
      const age = found ? now() - found.at : Number.POSITIVE_INFINITY;
      // A clock set back makes the age negative: then it is not trusted either.
      return found && age >= 0 && age < cachedMs ? found.user : refresh(subject);
    },
  };
}

async function readUser(store: Pick<Connection, 'pool'>, subject: string): Promise<SignedInUser> {
  const [row] = await runPrepared(store, 'find-user', selectUser(subject)).catch((error: unknown) => {
    if (isConnectionTrouble(error)) throw error;
    throw new Refusal(302001, 'access rights cannot be read', { cause: error });
  });
  if (!row) throw new Refusal(200002, 'this account is not registered');
  const { disabled, ...user } = row;
  if (disabled) throw new Refusal(200002, 'this account is closed');
  return user;
}
