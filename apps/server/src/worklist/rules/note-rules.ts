import type { RuleForm } from '@platen/contract/rules';
import type { RuleFailure } from '@platen/diagnosis/rules/rule-spans';
import { ruleOfSubject } from '@platen/diagnosis/rules/rule-spans';
import { sql, type Transaction } from 'kysely';
import { hourMs } from '../../base/time.ts';
import { recordChange } from '../../store/audit.ts';
import { bigints, texts, uuids } from '../../store/binary-array.ts';
import type { Database } from '../../store/database.ts';
import { addNotice } from '../outbox/add-notice.ts';
import { findFallback, findOwnChannels } from '../outbox/notice-channels.ts';
import type { Evaluated } from '../save-evaluations.ts';
import { addVersion } from './rule-versions.ts';

type Trx = Transaction<Database>;

/** A rule that opened more conditions in the first hour after it was switched on is paused (AR-13). */
const mostOpenedEarly = 50;
const earlyMs = hourMs;
const reasonLimit = 500;

/**
 * What an evaluation found out about the rules themselves: those that cannot be evaluated (AR-11), and those
 * that opened too much (AR-13). With nothing of the kind no statement is made.
 */
export async function noteRules(
  trx: Trx,
  evaluated: readonly Evaluated[],
  unreadable: readonly RuleFailure[],
  now: Date,
): Promise<void> {
  const failures = new Map<string, string>();
  const opened = new Map<string, number>();
  for (const { ruleId, reason } of unreadable) failures.set(ruleId, reason);
  for (const { evaluation } of evaluated) {
    for (const { ruleId, reason } of evaluation.ruleFailures ?? []) failures.set(ruleId, reason);
    const steps = evaluation.added.filter(({ change }) => change === 'opened');
    if (steps.length === 0) continue;
    const ids = new Set(steps.map(({ conditionId }) => conditionId));
    for (const { conditionId, kind, subject } of evaluation.conditions) {
      if (kind !== 'rule' || !ids.has(conditionId)) continue;
      const { ruleId } = ruleOfSubject(subject);
      opened.set(ruleId, (opened.get(ruleId) ?? 0) + 1);
    }
  }
  if (failures.size > 0) await noteFailures(trx, failures, now);
  if (opened.size > 0) await countOpenings(trx, opened, now);
}

/** Tried again after 1, 2, 4 … 60 minutes. A failure that other transactions noted meanwhile counts once. */
async function noteFailures(trx: Trx, failures: ReadonlyMap<string, string>, now: Date): Promise<void> {
  const sorted = [...failures].toSorted(([a], [b]) => (a < b ? -1 : 1));
  await sql`
    update alert_rule r set failures = least(r.failures + 1, 100), failed_at = coalesce(r.failed_at, ${now}::timestamptz),
      failure = noted.reason, retried_at = null,
      next_try_at = ${now}::timestamptz + least(interval '1 hour', interval '1 minute' * power(2, least(r.failures, 10)))
    from (
      select known.rule_id, given.reason from alert_rule known
        join unnest(${uuids(sorted.map(([ruleId]) => ruleId))},
          ${texts(sorted.map(([, reason]) => reason.replaceAll('\u0000', ' ').slice(0, reasonLimit)))}) as given(rule_id, reason)
          on given.rule_id = known.rule_id
      order by known.rule_id for update of known
    ) noted
    where r.rule_id = noted.rule_id and coalesce(r.next_try_at <= ${now}::timestamptz, true)`.execute(trx);
}

/** Counts the openings of the first hour, and pauses a rule with too many. */
async function countOpenings(trx: Trx, opened: ReadonlyMap<string, number>, now: Date): Promise<void> {
  const sorted = [...opened].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const { rows } = await sql<{ rule_id: string; count: number }>`
    update alert_rule r set opened_early = r.opened_early + noted.count
    from (
      select known.rule_id, given.count from alert_rule known
        join unnest(${uuids(sorted.map(([ruleId]) => ruleId))}, ${bigints(sorted.map(([, count]) => count))})
          as given(rule_id, count) on given.rule_id = known.rule_id
      where known.enabled and known.paused_at is null and known.enabled_at > ${new Date(now.getTime() - earlyMs)}::timestamptz
      order by known.rule_id for update of known
    ) noted
    where r.rule_id = noted.rule_id returning r.rule_id, r.opened_early as count`.execute(trx);
  for (const { rule_id: ruleId, count } of rows) if (count > mostOpenedEarly) await pause(trx, ruleId, count, now);
}

async function pause(trx: Trx, ruleId: string, count: number, now: Date): Promise<void> {
  const { made_by, changed_by, organisation_id, ...rule } = await trx
    .updateTable('alert_rule')
    .set((eb) => ({ paused_at: now, pause_count: count, version: eb('version', '+', 1) }))
    .where('rule_id', '=', ruleId)
    .returning(['rule_id', 'organisation_id', 'version', 'form', 'enabled', 'made_by', 'changed_by'])
    .executeTakeFirstOrThrow();
  await addVersion(trx, rule, { at: now, by: null, change: 'paused' });
  await notifyAuthor(trx, { ...rule, organisation_id, authors: [changed_by, made_by] }, count, now);
  await recordChange(trx, {
    actor: 'server',
    action: 'rules pause',
    subject: `rule:${ruleId}`,
    detail: { before: { paused: false }, after: { paused: true }, opened: count },
  });
}

/** Once, with the count; an author without a channel hears by the fallback channel (AR-13). */
async function notifyAuthor(
  trx: Trx,
  rule: { rule_id: string; organisation_id: string; form: RuleForm; authors: readonly (string | null)[] },
  count: number,
  now: Date,
): Promise<void> {
  const authors = rule.authors.flatMap((id) => id ?? []);
  const own = await findOwnChannels(trx, authors);
  const channelId =
    authors.map((id) => own.get(id)).find((id) => id !== undefined) ?? (await findFallback(trx, rule.organisation_id));
  if (channelId === undefined) return;
  const content = { kind: 'rulePaused', ruleId: rule.rule_id, ruleName: rule.form.name, count };
  await addNotice(trx, { channelId, kind: 'rulePaused', content }, now);
}
