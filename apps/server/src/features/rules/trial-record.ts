import type { RuleForm } from '@platen/contract/rules';
import { type Kysely, sql, type Transaction } from 'kysely';
import { hourMs } from '../../base/time.ts';
import type { Database } from '../../store/database.ts';
import { digestOf } from './trial-digest.ts';

/** Hours for which a trial of the present form counts (AR-12). */
export const trialHours = 24;

/** Notes that a form was tried; where it is that of the rule, the rule may be switched on (AR-12). */
export async function noteTrial(trx: Transaction<Database>, ruleId: string, form: RuleForm, now: Date): Promise<void> {
  await trx
    .updateTable('alert_rule')
    .set({ tried_at: now, tried_digest: digestOf(form) })
    .where('rule_id', '=', ruleId)
    .execute();
}

/** When a rule was tried in its present form; null: it was not, or too long ago. */
export function triedAt({ tried_at: at, tried_digest: digest, form }: TriedRule, now: Date): Date | null {
  if (at === null || now.getTime() - at.getTime() > trialHours * hourMs) return null;
  return digest?.equals(digestOf(form)) === true ? at : null;
}

interface TriedRule {
  readonly form: RuleForm;
  readonly tried_at: Date | null;
  readonly tried_digest: Buffer | null;
}

/**
 * The newest trial of this very form, by whomever and of whatever rule; also of one that was not saved yet.
 */
export async function findTrial(db: Kysely<Database>, form: RuleForm, now: Date): Promise<Date | null> {
  const { rows } = await sql<{ at: Date }>`
    select to_timestamp((input #>> '{span,now}')::float8 / 1000) as at from job
    where kind = 'ruleTrial' and state = 'done' and input ->> 'digest' = ${digestOf(form).toString('hex')}
      and finished_at > ${now}::timestamptz - ${sql.lit(trialHours)} * interval '1 hour'
      and (result #>> '{result,canBeTried}')::boolean
    order by finished_at desc limit 1`.execute(db);
  return rows[0]?.at ?? null;
}
