import type { ListedRule } from '@platen/contract/rules';
import { useFormatter, useTranslations } from 'use-intl/react';
import { Link } from '../../ui/link.tsx';
import { StatusShape } from '../../ui/status-mark.tsx';
import { useDates } from '../../ui/use-dates.ts';
import styles from './rules-list.module.css';

interface RowProps {
  readonly listed: ListedRule;
  readonly sentence: string;
  readonly scope: string;
  readonly userId: string | undefined;
  readonly now: Date;
}

/** From this share of what was resolved on, a rule is too often for nothing (WL-73). */
const tooMuchNuisance = 0.2;

/** A rule: its state, what it does on which devices, and what came of it. */
export function RuleRow({ listed, sentence, scope, userId, now }: RowProps) {
  const t = useTranslations('rules.list');
  const format = useFormatter();
  const dates = useDates();
  const { rule, devices, firing, opened, resolved, nuisance, openedByDay, trouble } = listed;
  const { form, enabled, changedBy, changedAt } = rule;
  const quiet = !enabled && opened === 0;
  return (
    <tr data-off={enabled ? undefined : ''}>
      <td data-column="state">
        <RuleState enabled={enabled} trouble={trouble} />
      </td>
      <td data-column="rule">
        <Link to="/rules/$ruleId" params={{ ruleId: rule.ruleId }} className={styles.name}>
          {form.name}
        </Link>
        {trouble === null ? null : <Trouble trouble={trouble} now={now} />}
        <span className={styles.sentence}>{sentence}</span>
      </td>
      <td data-column="scope">
        {scope}
        <span className={styles.below}>{devices === null ? t('notCounted') : t('devices', { count: devices })}</span>
      </td>
      <td data-column="firing" data-label={t('columns.firing')}>
        <b data-none={firing === 0 ? '' : undefined}>{enabled ? format.number(firing) : '-'}</b>
      </td>
      <td data-column="opened" data-label={t('columns.opened')}>
        {quiet ? '-' : <Bars days={openedByDay} />}
        {quiet ? null : <span>{format.number(opened)}</span>}
      </td>
      <td data-column="nuisance" data-label={t('columns.nuisance')}>
        {resolved === 0 ? (
          '-'
        ) : (
          <span data-much={nuisance / resolved > tooMuchNuisance ? '' : undefined}>
            {t('ofResolved', { count: nuisance, of: resolved })}
          </span>
        )}
      </td>
      <td data-column="changed">
        {dates.date(new Date(changedAt))}
        <span className={styles.below}>
          {changedBy === null ? t('unknownPerson') : changedBy.userId === userId ? t('you') : changedBy.name}
        </span>
      </td>
    </tr>
  );
}

/** On, off, or why a rule that is on is not at work: in words with a shape. */
export function RuleState({ enabled, trouble }: { enabled: boolean; trouble: ListedRule['trouble'] }) {
  const t = useTranslations('rules.state');
  if (trouble !== null)
    return (
      <span className={styles.state} data-state="trouble">
        <StatusShape status="warning" />
        {t(trouble.kind)}
      </span>
    );
  return (
    <span className={styles.state} data-state={enabled ? 'on' : 'off'}>
      {t(enabled ? 'on' : 'off')}
    </span>
  );
}

/** Since when and why a rule does not work, and when it is tried again (AR-11, AR-13). */
export function Trouble({ trouble, now }: { trouble: NonNullable<ListedRule['trouble']>; now: Date }) {
  const t = useTranslations('rules.list');
  const dates = useDates();
  const { kind, since, count = 0, reason, nextTry } = trouble;
  const time = dates.moment(new Date(since), now);
  return (
    <span className={styles.trouble}>
      {kind === 'paused'
        ? t('paused', { time, count })
        : reason === undefined
          ? t('notEvaluatedUnknown', { time })
          : t('notEvaluated', { time, reason })}{' '}
      {nextTry === undefined ? null : t('nextTry', { time: dates.moment(new Date(nextTry), now) })}
    </span>
  );
}

/** Openings of 30 days, one bar a day. */
function Bars({ days }: { readonly days: readonly number[] }) {
  const t = useTranslations('rules.list');
  const most = Math.max(...days, 0);
  const count = days.reduce((sum, one) => sum + one, 0);
  const bars = days.map((one, index) => ({
    day: index - days.length,
    height: one === 0 ? 0 : Math.max(20, (one / most) * 100),
  }));
  return (
    <>
      <span className="vh">{t('bars', { count, most })}</span>
      <span className={styles.bars} aria-hidden="true">
        {bars.map(({ day, height }) => (
          <i key={day} style={{ blockSize: `${height}%` }} />
        ))}
      </span>
    </>
  );
}
