import { can } from '@platen/contract/rights';
import type { ConditionKind } from '@platen/contract/worklist-names';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl/react';
import { meQuery } from '../api/account-queries.ts';
import { ruleListQuery } from '../api/rule-list-query.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/text-field.tsx';
import styles from './delivery.module.css';
import { mostQuietSpans, newQuietSpan, type QuietDraft, type QuietSpanDraft } from './quiet-draft.ts';
import { Tick, Ticks, toggle } from './ticks.tsx';

interface QuietProps {
  readonly draft: QuietDraft;
  readonly problem: string | undefined;
  /** Whose clock counts, where it is known. */
  readonly zone?: string | undefined;
  readonly onChange: (part: Partial<QuietDraft>) => void;
  /** Further choices while it is quiet. */
  readonly children?: ReactNode;
}

const weekdays = [0, 1, 2, 3, 4, 5, 6] as const;

/** Spans in which nothing goes, with their days, and the holidays (DE-10). */
export function QuietFields({ draft, problem, zone, onChange, children }: QuietProps) {
  const t = useTranslations('delivery.subscription');
  const { isQuiet, spans, onHolidays } = draft;
  return (
    <Ticks legend={t('quiet')} hideLegend problem={problem}>
      <Tick label={t('quiet')} checked={isQuiet} onChange={() => onChange({ isQuiet: !isQuiet })} />
      {isQuiet ? (
        <span className={styles.below}>
          {zone === undefined ? null : <span className="quiet">{t('quietZone', { zone })}</span>}
          {spans.map((span, index) => (
            <SpanFields
              key={span.id}
              span={span}
              number={index + 1}
              onChange={(part) =>
                onChange({ spans: spans.map((one) => (one.id === span.id ? { ...one, ...part } : one)) })
              }
              onRemove={() => onChange({ spans: spans.filter(({ id }) => id !== span.id) })}
            />
          ))}
          {spans.length >= mostQuietSpans ? null : (
            <Button variant="link" onClick={() => onChange({ spans: [...spans, newQuietSpan()] })}>
              {t('quietAdd')}
            </Button>
          )}
          <Tick
            label={t('quietHolidays')}
            checked={onHolidays}
            onChange={() => onChange({ onHolidays: !onHolidays })}
          />
          {children}
        </span>
      ) : null}
    </Ticks>
  );
}

interface SpanProps {
  readonly span: QuietSpanDraft;
  readonly number: number;
  readonly onChange: (part: Partial<QuietSpanDraft>) => void;
  readonly onRemove: () => void;
}

function SpanFields({ span, number, onChange, onRemove }: SpanProps) {
  const t = useTranslations('delivery.subscription');
  return (
    <fieldset className={styles.span} aria-label={t('quietSpan', { number })}>
      <span className={styles.fields}>
        {(['from', 'to'] as const).map((end) => (
          <TextField
            key={end}
            type="time"
            label={t(end === 'from' ? 'quietFrom' : 'quietTo')}
            value={span[end]}
            onChange={({ currentTarget }) => onChange({ [end]: currentTarget.value })}
          />
        ))}
      </span>
      <Ticks legend={t('quietDays')}>
        {weekdays.map((day) => (
          <Tick
            key={day}
            label={t(`days.${day}`)}
            checked={span.days.includes(day)}
            onChange={() => onChange({ days: toggle<number>(span.days, day) })}
          />
        ))}
      </Ticks>
      <Button variant="link" onClick={onRemove}>
        {t('quietRemove', { number })}
      </Button>
    </fieldset>
  );
}

interface NarrowProps {
  /** Kinds to choose from. */
  readonly kinds: readonly ConditionKind[];
  /** None chosen: all of them. */
  readonly chosenKinds: readonly ConditionKind[];
  readonly groupIds: readonly number[];
  readonly onKinds: (kinds: ConditionKind[]) => void;
  readonly onGroups: (groupIds: number[]) => void;
}

/** The kinds and the device groups that something is limited to, folded as most are not (DE-02, TK-05). */
export function NarrowFields({ kinds, chosenKinds, groupIds, onKinds, onGroups }: NarrowProps) {
  const t = useTranslations('delivery.subscription');
  const kindNames = useTranslations('headlines.kinds');
  const groups = useQuery(meQuery).data?.groups ?? [];
  return (
    <>
      <Folded
        title={t('kinds')}
        summary={chosenKinds.length === 0 ? t('allKinds') : t('someKinds', { count: chosenKinds.length })}
      >
        {kinds.map((kind) => (
          <Tick
            key={kind}
            label={kindNames(kind)}
            checked={chosenKinds.includes(kind)}
            onChange={() => onKinds(toggle(chosenKinds, kind))}
          />
        ))}
      </Folded>
      {groups.length === 0 ? null : (
        <Folded
          title={t('groups')}
          summary={groupIds.length === 0 ? t('allGroups') : t('someGroups', { count: groupIds.length })}
        >
          {groups.map(({ groupId, name }) => (
            <Tick
              key={groupId}
              label={name}
              checked={groupIds.includes(groupId)}
              onChange={() => onGroups(toggle(groupIds, groupId))}
            />
          ))}
        </Folded>
      )}
    </>
  );
}

interface RulesProps {
  /** None chosen: all of them. */
  readonly chosen: readonly string[];
  readonly onChange: (ruleIds: string[]) => void;
}

/** The rules whose conditions go, folded (DE-02). Who may read none chooses none. */
export function RuleFields({ chosen, onChange }: RulesProps) {
  const t = useTranslations('delivery.subscription');
  const mayRead = can(useQuery(meQuery).data, 'readRules');
  const rules = useQuery({ ...ruleListQuery, enabled: mayRead }).data?.rules;
  if (!mayRead || rules === undefined) return null;
  // A deleted rule opens nothing any more; it can be unticked.
  const gone = chosen.filter((ruleId) => !rules.some(({ rule }) => rule.ruleId === ruleId));
  const shown = [
    ...rules.map(({ rule }) => ({ ruleId: rule.ruleId, label: rule.form.name })),
    ...gone.map((ruleId) => ({ ruleId, label: t('goneRule') })),
  ];
  if (shown.length === 0) return null;
  return (
    <Folded title={t('rules')} summary={chosen.length === 0 ? t('allRules') : t('someRules', { count: chosen.length })}>
      {shown.map(({ ruleId, label }) => (
        <Tick
          key={ruleId}
          label={label}
          checked={chosen.includes(ruleId)}
          onChange={() => onChange(toggle(chosen, ruleId))}
        />
      ))}
    </Folded>
  );
}

interface FoldedProps {
  readonly title: string;
  readonly summary: string;
  readonly children: ReactNode;
}

function Folded({ title, summary, children }: FoldedProps) {
  return (
    <details className={styles.folded}>
      <summary>
        {title} <span>{summary}</span>
      </summary>
      <fieldset className={styles.ticks} aria-label={title}>
        <span>{children}</span>
      </fieldset>
    </details>
  );
}
