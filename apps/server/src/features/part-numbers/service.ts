import type { AnswerOf } from '@platen/contract/endpoint';
import type { PartNumber, PartNumbers, replacePartNumbers as replaceCall } from '@platen/contract/part-numbers';
import { type Kysely, sql, type Transaction } from 'kysely';
import { Refusal } from '../../base/errors.ts';
import { requireRight, type SignedInUser } from '../../identity/signed-in-user.ts';
import { actsForOrganisation, visibleTo } from '../../identity/visibility.ts';
import { recordChange } from '../../store/audit.ts';
import type { Database } from '../../store/database.ts';
import { findPartNumbers, readOrganisation } from '../../worklist/organisation.ts';
import { parsePartNumbers } from './parse-part-numbers.ts';

type Db = Kysely<Database>;

const mostUnknown = 200;
/** Lines that an answer names at most. */
const mostShown = 100;
/** Whether a model fits a pattern with `*` and `?`; case does not matter. */
const fits = sql`asked.model ilike
  translate(replace(replace(replace(p.model_pattern, '\\', '\\\\'), '%', '\\%'), '_', '\\_'), '*?', '%_')`;

/** The table, and parts that judged devices ask for without a number, by how many devices do (VP-20). */
export async function readPartNumbers(db: Db, user: SignedInUser): Promise<PartNumbers> {
  requireRight(user, 'recordVisits');
  const organisationId = await findPartNumbers(db, user.organisationId ?? null);
  const unknown = await sql<PartNumbers['unknown'][number]>`
    select item, model, count(*)::int as devices from (
      select replace(b.item, 'part.', '') as item, d.model
      from device d join device_judgement j on j.device_id = d.device_id,
        json_array_elements_text(coalesce(j.result -> 'bring', '[]')) as b(item)
      where d.model is not null and ${visibleTo(user)}
    ) asked
    where not exists (select 1 from part_number p
      where p.organisation_id = ${organisationId} and p.item = asked.item and ${fits})
    group by item, model order by devices desc, item, model limit ${mostUnknown}`.execute(db);
  return { partNumbers: await readTable(db, organisationId), unknown: unknown.rows };
}

async function readTable(db: Db, organisationId: string): Promise<PartNumber[]> {
  const { rows } = await sql<PartNumber>`
    select item, model_pattern as "modelPattern", maker_number as "makerNumber", own_number as "ownNumber", name, pieces, minutes
    from part_number where organisation_id = ${organisationId} order by item, model_pattern`.execute(db);
  return rows;
}

/**
 * Replaces the table by that of a file; with a line that cannot be taken, or in a dry run, nothing changes.
 */
export async function replacePartNumbers(
  trx: Transaction<Database>,
  user: SignedInUser,
  { csv, dryRun }: { readonly csv: string; readonly dryRun: boolean },
): Promise<AnswerOf<typeof replaceCall>> {
  requireRight(user, 'manageVisits');
  if (!actsForOrganisation(user)) throw new Refusal(200002, 'part numbers are those of an organisation');
  const { organisationId } = await readOrganisation(trx, user.organisationId);
  await sql`select 1 from organisation where organisation_id = ${organisationId} for no key update`.execute(trx);
  const { lines, rows, refused } = parsePartNumbers(csv);
  const keyOf = ({ item, modelPattern }: PartNumber) => `${item}\n${modelPattern}`;
  const before = new Map((await readTable(trx, organisationId)).map((row) => [keyOf(row), row]));
  const named = new Set(rows.map(keyOf));
  const written = rows.map((after) => ({ before: before.get(keyOf(after)) ?? null, after }));
  const added = written.filter((one) => one.before === null);
  const changed = written.filter((one) => one.before !== null && toText(one.before) !== toText(one.after));
  const removed = [...before].flatMap(([key, row]) => (named.has(key) ? [] : { before: row, after: null }));
  const figures = {
    lines,
    taken: refused.length > 0 ? 0 : rows.length,
    added: added.length,
    changed: changed.length,
    removed: removed.length,
  };
  if (!dryRun && refused.length === 0) {
    await trx.deleteFrom('part_number').where('organisation_id', '=', organisationId).execute();
    await sql`
      insert into part_number (organisation_id, item, model_pattern, maker_number, own_number, name, pieces, minutes)
      select ${organisationId}::uuid, r.* from json_to_recordset(${JSON.stringify(rows)}::json)
        as r(item text, "modelPattern" text, "makerNumber" text, "ownNumber" text, name text, pieces smallint, minutes smallint)`.execute(
      trx,
    );
    await recordChange(trx, {
      actor: user,
      action: 'partNumbers replace',
      subject: `organisation:${organisationId}`,
      detail: { ...figures },
    });
  }
  const differences = refused.length > 0 ? [] : [...changed, ...removed, ...added].slice(0, mostShown);
  return { ...figures, differences, refused: refused.slice(0, mostShown), refusedCount: refused.length };
}

const toText = ({ makerNumber, ownNumber, name, pieces, minutes }: PartNumber): string =>
  JSON.stringify([makerNumber, ownNumber, name, pieces, minutes]);
