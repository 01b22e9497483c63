import type { RuleForm } from '@platen/contract/rules';
import type { Transaction } from 'kysely';
import type { Database } from '../../store/database.ts';
import type { RuleChange } from '../../store/tables/rule-tables.ts';

interface ChangedRule {
  readonly rule_id: string;
  readonly version: number;
  readonly form: RuleForm;
  readonly enabled: boolean;
}

/** Adds what a rule is now to its history (AR-15). `by` null: the server. */
export async function addVersion(
  trx: Transaction<Database>,
  { form, ...rule }: ChangedRule,
  entry: { readonly at: Date; readonly by: string | null; readonly change: RuleChange },
): Promise<void> {
  await trx
    .insertInto('rule_version')
    .values({ ...rule, ...entry, form: JSON.stringify(form) })
    .execute();
}
