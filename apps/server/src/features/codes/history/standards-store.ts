import type { CodeStandard, CodeStandardDetail } from '@platen/contract/code-lists';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { Refusal } from '../../../base/errors.ts';
import type { SignedInUser } from '../../../identity/signed-in-user.ts';
import { visibleTo } from '../../../identity/visibility.ts';
import type { Database } from '../../../store/database.ts';

type Db = Kysely<Database>;

/** Devices of a standard that an answer names, those that differ most. */
const mostDevices = 200;

/**
 * Of these families those of which the user sees a device; lists of codes of others are unknown (GE-05). Each
 * is looked up by itself, until one device is found.
 */
async function readSeenFamilies(db: Db, user: SignedInUser, families: readonly string[]): Promise<string[]> {
  if (families.length === 0) return [];
  const looks = [...new Set(families)].map(
    (family) => sql`
      select ${family}::text as family where exists (
        select from device d where d.series = ${family} and ${visibleTo(user)})`,
  );
  const { rows } = await sql<{ family: string }>`${sql.join(looks, sql` union all `)}`.execute(db);
  return rows.map(({ family }) => family);
}

/** Whether the user sees a device of this family. */
export const seesFamily = async (db: Db, user: SignedInUser, family: string): Promise<boolean> =>
  (await readSeenFamilies(db, user, [family])).length > 0;

type Row = Omit<CodeStandard, 'comparedAt' | 'changedAt'> & { comparedAt: Date | null; changedAt: Date };

/** Standards by family and name, counted over the devices that the user may see. */
export async function readStandards(
  db: Db,
  user: SignedInUser,
  which: RawBuilder<boolean> = sql<boolean>`true`,
): Promise<CodeStandard[]> {
  const { rows: asked } = await sql<{ family: string }>`
    select distinct s.family from code_standard s where s.deleted_at is null and ${which}`.execute(db);
  const seen = await readSeenFamilies(
    db,
    user,
    asked.map(({ family }) => family),
  );
  if (seen.length === 0) return [];
  const { rows } = await sql<Row>`
    select s.standard_id as "standardId", s.name, s.family,
      (select count(*)::int from jsonb_object_keys(s.codes)) as codes, count(d.device_id)::int as devices,
      (count(d.device_id) filter (where x.differs > 0))::int as differing, max(x.compared_at) as "comparedAt",
      s.changed_at as "changedAt", s.version
    from code_standard s
    left join (code_standard_device x join device d on d.device_id = x.device_id and ${visibleTo(user)})
      on x.standard_id = s.standard_id
    where s.deleted_at is null and ${which} and s.family = any(${seen}::text[])
    group by s.standard_id order by s.family, lower(s.name), s.standard_id`.execute(db);
  return rows.map(({ comparedAt, changedAt, ...row }) => ({
    ...row,
    comparedAt: comparedAt?.toISOString() ?? null,
    changedAt: changedAt.toISOString(),
  }));
}

/** One standard; refuses 204001 an unknown one, and one of a family of which the user sees no device. */
export async function readStandard(db: Db, user: SignedInUser, standardId: string): Promise<CodeStandard> {
  const [found] = await readStandards(db, user, sql<boolean>`s.standard_id = ${standardId}`);
  if (found === undefined) throw new Refusal(204001, 'there is no standard with this id');
  return found;
}

export interface StandardCodes {
  readonly name: string;
  readonly family: string;
  /** `05-2103-0` → value. */
  readonly codes: Readonly<Record<string, string>>;
}

/** The codes of a standard; refuses as `readStandard`. */
export async function readStandardCodes(db: Db, user: SignedInUser, standardId: string): Promise<StandardCodes> {
  const { rows } = await sql<StandardCodes>`
    select s.name, s.family, s.codes from code_standard s
    where s.standard_id = ${standardId} and s.deleted_at is null`.execute(db);
  const [found] = rows;
  if (found === undefined || !(await seesFamily(db, user, found.family)))
    throw new Refusal(204001, 'there is no standard with this id');
  return found;
}

/** Visible devices that differ from a standard, those that differ most first. */
export async function readStandardDevices(
  db: Db,
  user: SignedInUser,
  standardId: string,
): Promise<CodeStandardDetail['devices']> {
  const { rows } = await sql<CodeStandardDetail['devices'][number]>`
    select d.device_id as "deviceId", d.serial, d.model, d.customer_name as "customerName", x.compared, x.differs
    from code_standard_device x join device d using (device_id)
    where x.standard_id = ${standardId} and x.differs > 0 and ${visibleTo(user)}
    order by x.differs desc, d.device_id limit ${sql.lit(mostDevices)}`.execute(db);
  return rows;
}
