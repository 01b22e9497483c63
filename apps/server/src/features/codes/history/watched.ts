import type { WatchList, writeWatchedCodes } from '@platen/contract/code-lists';
import type { BodyOf } from '@platen/contract/endpoint';
import { compareCodes } from '@platen/diagnosis/code-history/model-values';
import { type Kysely, sql, type Transaction } from 'kysely';
import { Refusal } from '../../../base/errors.ts';
import { type Caller, requireRight, type SignedInUser } from '../../../identity/signed-in-user.ts';
import { recordChange } from '../../../store/audit.ts';
import type { Database } from '../../../store/database.ts';
import { sqlPerson } from '../../../store/person-of.ts';
import { readOrganisation } from '../../../worklist/organisation.ts';
import { seesFamily } from './standards-store.ts';

type Db = Kysely<Database>;
type Trx = Transaction<Database>;

/** Watched codes of a family (CH-07); refuses 204001 a family of which the user sees no device. */
export async function readWatched(db: Db, user: SignedInUser, family: string): Promise<WatchList> {
  if (!(await seesFamily(db, user, family))) throw new Refusal(204001, 'there is no such family among your devices');
  const { rows } = await sql<Omit<WatchList, 'changedAt' | 'family'> & { changedAt: Date }>`
    select w.codes, ${sqlPerson('w.changed_by')} as "changedBy",
      w.changed_at as "changedAt", w.version
    from code_watch w where w.family = ${family}`.execute(db);
  const [found] = rows;
  if (found === undefined) return { family, codes: [], changedBy: null, changedAt: null, version: 0 };
  return { ...found, family, changedAt: found.changedAt.toISOString() };
}

/** Sets the watched codes of a family; conditions of its devices are worked out again. */
export async function writeWatched(
  trx: Trx,
  { user, now }: Caller,
  { family, codes, version }: BodyOf<typeof writeWatchedCodes>,
): Promise<WatchList> {
  const { organisationId } = await readOrganisation(trx);
  await sql`select from organisation where organisation_id = ${organisationId} for no key update`.execute(trx);
  const before = await readWatched(trx, user, family);
  requireRight(user, 'manageCodeLists');
  if (before.version !== version)
    throw new Refusal(202002, 'the watched codes were changed meanwhile', {
      body: { current: before, changedBy: before.changedBy?.name ?? null },
    });
  const wanted = [...new Set(codes)].sort(compareCodes);
  await sql`
    insert into code_watch as w (organisation_id, family, codes, changed_by, changed_at)
    values (${organisationId}, ${family}, ${JSON.stringify(wanted)}::jsonb, ${user.userId}, ${now})
    on conflict (organisation_id, family) do update set codes = excluded.codes, changed_by = excluded.changed_by,
      changed_at = excluded.changed_at, version = w.version + 1`.execute(trx);
  await sql`
    update evaluation e set next_due = ${now}::timestamptz from device d
    where e.entity_id = d.device_id and e.entity = 'device' and d.series = ${family}`.execute(trx);
  const [former, present] = [new Set(before.codes), new Set(wanted)];
  await recordChange(trx, {
    actor: user,
    action: 'watched codes',
    subject: `family:${family}`,
    detail: {
      before: before.codes.filter((code) => !present.has(code)),
      after: wanted.filter((code) => !former.has(code)),
    },
  });
  return await readWatched(trx, user, family);
}
