import { randomUUID } from 'node:crypto';
import { ruleTemplates } from '@platen/catalogue/rule-templates';
import { type RuleForm, ruleForm } from '@platen/contract/rules';
import type { Store } from '@platen/server/store/open-store';

/** What templates leave to the organisation. */
const missing = { firmware: { text: 'S310SY0J1500' }, setting: { subject: '08-2103-0' } } as const;

/**
 * The shipped templates again and again, each time with another value and delay; every third one concerns the
 * devices of some customers and models alone.
 */
export function toBenchRules(count: number): RuleForm[] {
  return Array.from({ length: count }, (_, index) => {
    const { form, texts } = ruleTemplates[index % ruleTemplates.length] ?? {};
    if (form === undefined) throw new Error('there are no templates');
    const round = Math.floor(index / ruleTemplates.length);
    return ruleForm.parse({
      ...form,
      ...texts?.['en-us'],
      name: `${texts?.['en-us'].name} ${round + 1}`,
      openDelayMinutes: form.openDelayMinutes + round * 60,
      scope:
        index % 3 === 2
          ? { models: ['MFP 2500C', 'MFP 2525', 'MFP 3000'], customerNumbers: ['C-10001', 'C-10002'] }
          : {},
      tests: form.tests.map((test) => ({
        ...test,
        ...(test.metric === 'firmware' || test.metric === 'setting' ? missing[test.metric] : {}),
        ...(test.value === undefined || test.clear === undefined || test.comparison === 'below'
          ? {}
          : { value: test.value + round, clear: test.clear + round }),
      })),
    });
  });
}

/** Puts rules into a store, switched on for long, so that none is paused for what it opens at once. */
export async function installRules({ pool }: Store, count: number): Promise<void> {
  for (const form of toBenchRules(count))
    await pool.query(
      `insert into alert_rule (rule_id, organisation_id, form, enabled, enabled_at, made_at, changed_at)
       select $1, organisation_id, $2, true, now() - interval '1 day', now(), now() from organisation where kind = 'operator'`,
      [randomUUID(), JSON.stringify(form)],
    );
}
