import type { AnswerOf } from '@platen/contract/endpoint';
import type { readRuleHistory } from '@platen/contract/rules';
import { type Kysely, sql } from 'kysely';
import type { SignedInUser } from '../../identity/signed-in-user.ts';
import type { Database } from '../../store/database.ts';
import { personOf } from './rule-rows.ts';
import { readVisibleTexts, toVisibleForm } from './visible-scope.ts';

type Versions = AnswerOf<typeof readRuleHistory>['versions'];

/** The versions of a rule, the newest first (AR-15). */
export async function readHistory(db: Kysely<Database>, user: SignedInUser, ruleId: string): Promise<Versions> {
  const { rows } = await sql<Omit<Versions[number], 'at'> & { at: Date }>`
    select v.version, v.at, v.change, v.form, v.enabled,
      ${personOf(sql`v.by`)} as by
    from rule_version v where v.rule_id = ${ruleId} order by v.version desc`.execute(db);
  const visible = await readVisibleTexts(
    db,
    user,
    rows.map(({ form }) => form.scope),
  );
  return rows.map((row) => ({ ...row, form: toVisibleForm(row.form, visible), at: row.at.toISOString() }));
}
