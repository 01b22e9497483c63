import type { AnswerOf } from '@platen/contract/endpoint';
import type { MeterCode, readMeterCodes } from '@platen/contract/meter-exports';
import { type Kysely, sql, type Transaction } from 'kysely';
import { Refusal } from '../../base/errors.ts';
import type { SignedInUser } from '../../identity/signed-in-user.ts';
import { recordChange } from '../../store/audit.ts';
import { uuids } from '../../store/binary-array.ts';
import type { Database } from '../../store/database.ts';
import { readOwnOrganisation } from './own-organisation.ts';

type Db = Kysely<Database>;
type Codes = AnswerOf<typeof readMeterCodes>;

interface Row {
  readonly organisationId: string;
  readonly name: string;
  readonly codes: MeterCode[];
  readonly version: number;
}

/**
 * The codes that hold for a user (MX-03): the table of the own organisation, or of the nearest above that has
 * one. `version` is that of the own table.
 */
export async function readCodes(db: Db, user: Pick<SignedInUser, 'organisationId'>): Promise<Codes> {
  const { organisationId, path } = await readOwnOrganisation(db, user);
  const { rows } = await sql<Row>`
    select t.organisation_id as "organisationId", o.name, t.codes, t.version
    from meter_code_table t join organisation o on o.organisation_id = t.organisation_id
    where t.organisation_id = any(${uuids(path)})`.execute(db);
  const nearest = path.toReversed().flatMap((id) => rows.find((row) => row.organisationId === id) ?? [])[0];
  const own = rows.find((row) => row.organisationId === organisationId);
  const isInherited = nearest !== undefined && nearest.organisationId !== organisationId;
  return {
    version: own?.version ?? 0,
    codes: nearest?.codes ?? [],
    inheritedFrom: isInherited ? nearest.name : null,
  };
}

const keyOf = ({ meters, modelPattern }: MeterCode): string =>
  `${meters.toSorted().join('+')}\n${modelPattern.toLowerCase()}`;

/** Replaces the table of the own organisation. Refuses 202001 for a line that another one repeats. */
export async function replaceCodes(
  trx: Transaction<Database>,
  user: SignedInUser,
  { version, codes }: { readonly version: number; readonly codes: readonly MeterCode[] },
): Promise<Codes> {
  const { organisationId } = await readOwnOrganisation(trx, user);
  await sql`select 1 from organisation where organisation_id = ${organisationId} for no key update`.execute(trx);
  const before = await readCodes(trx, user);
  if (before.version !== version)
    throw new Refusal(202002, 'the codes were changed meanwhile', { body: { current: before } });
  const seen = new Set<string>();
  for (const [n, code] of codes.entries()) {
    if (new Set(code.meters).size < code.meters.length)
      throw new Refusal(202001, `body.codes.${n}.meters: a meter stands in it twice`);
    if (seen.has(keyOf(code))) throw new Refusal(202001, `body.codes.${n}: another line has these meters and models`);
    seen.add(keyOf(code));
  }
  await sql`
    insert into meter_code_table (organisation_id, codes, version, changed_by)
    values (${organisationId}, ${JSON.stringify(codes)}, 1, ${user.userId})
    on conflict (organisation_id) do update set codes = excluded.codes, version = meter_code_table.version + 1,
      changed_by = excluded.changed_by, changed_at = now()`.execute(trx);
  await recordChange(trx, {
    actor: user,
    action: 'meterCodes replace',
    subject: `organisation:${organisationId}`,
    detail: { before: before.inheritedFrom === null ? before.codes : [], after: codes },
  });
  return await readCodes(trx, user);
}
