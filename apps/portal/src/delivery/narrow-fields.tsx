import type { ConditionKind } from '@platen/contract/worklist-names';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl/react';
import { meQuery } from '../api/account-queries.ts';
import { TextField } from '../ui/text-field.tsx';
import styles from './delivery.module.css';
import type { QuietDraft } from './quiet-draft.ts';
import { Tick, Ticks, toggle } from './ticks.tsx';

interface QuietProps {
  readonly draft: QuietDraft;
  readonly problem: string | undefined;
  readonly onChange: (part: Partial<QuietDraft>) => void;
  /** Further choices while it is quiet. */
  readonly children?: ReactNode;
}

const weekdays = [0, 1, 2, 3, 4, 5, 6] as const;

/** A span in which nothing goes, with its days and the holidays (DE-10). */
export function QuietFields({ draft, problem, onChange, children }: QuietProps) {
  const t = useTranslations('delivery.subscription');
  return (
    <Ticks legend={t('quiet')} hideLegend problem={problem}>
      <Tick label={t('quiet')} checked={draft.isQuiet} onChange={() => onChange({ isQuiet: !draft.isQuiet })} />
      {draft.isQuiet ? (
        <span className={styles.below}>
          <span className={styles.fields}>
            {(['from', 'to'] as const).map((end) => (
              <TextField
                key={end}
                type="time"
                label={t(end === 'from' ? 'quietFrom' : 'quietTo')}
                value={draft[end]}
                onChange={({ currentTarget }) => onChange({ [end]: currentTarget.value })}
              />
            ))}
          </span>
          <Ticks legend={t('quietDays')}>
            {weekdays.map((day) => (
              <Tick
                key={day}
                label={t(`days.${day}`)}
                checked={draft.days.includes(day)}
                onChange={() => onChange({ days: toggle<number>(draft.days, day) })}
              />
            ))}
          </Ticks>
          <Tick
            label={t('quietHolidays')}
            checked={draft.onHolidays}
            onChange={() => onChange({ onHolidays: !draft.onHolidays })}
          />
          {children}
        </span>
      ) : null}
    </Ticks>
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
