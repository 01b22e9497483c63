import type { Condition } from '@platen/contract/worklist-item';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { useHeadline } from '../../../device/use-headline.ts';
import styles from '../../../editing/dialogs.module.css';

interface Ticks {
  readonly conditions: readonly Condition[];
  readonly others: readonly Condition[];
}

/** The set with this id in it, or without it if it was. */
export function toggled(set: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(set);
  if (!next.delete(id)) next.add(id);
  return next;
}

/** Which conditions an action is for: those asked for begin with a check mark, others without (WL-60). */
export function useTicks({ conditions, others }: Ticks) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(
    () => new Set(conditions.map(({ conditionId }) => conditionId)),
  );
  return {
    chosen: [...conditions, ...others].filter(({ conditionId }) => ticked.has(conditionId)),
    ticked,
    toggle: (id: string) => setTicked((before) => toggled(before, id)),
  };
}

interface TickListProps extends Ticks {
  readonly ticked: ReadonlySet<string>;
  readonly onToggle: (id: string) => void;
}

/** A single condition needs no check mark, and a long selection is a number. */
const longestList = 12;

export function TickList({ conditions, others, ticked, onToggle }: TickListProps) {
  const t = useTranslations('dialogs');
  if (conditions.length > longestList) return <p>{t('chosen', { count: conditions.length })}</p>;
  return (
    <>
      <Lines legend={t('about')} conditions={conditions} ticked={ticked} onToggle={onToggle} />
      {others.length === 0 ? null : (
        <Lines legend={t('others')} conditions={others} ticked={ticked} onToggle={onToggle} />
      )}
    </>
  );
}

type LinesProps = Pick<TickListProps, 'conditions' | 'ticked' | 'onToggle'> & { readonly legend: string };

function Lines({ legend, conditions, ticked, onToggle }: LinesProps) {
  const headline = useHeadline();
  return (
    <fieldset className={styles.choice}>
      <legend className={styles.legend}>{legend}</legend>
      {conditions.map((condition) => (
        <label key={condition.conditionId} className={styles.option}>
          <input
            type="checkbox"
            checked={ticked.has(condition.conditionId)}
            onChange={() => onToggle(condition.conditionId)}
          />
          <span className={styles.optionName}>{headline(condition)}</span>
        </label>
      ))}
    </fieldset>
  );
}
