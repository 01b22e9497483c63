import type { WorklistRow } from '@platen/contract/worklist-item';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { useHeadline } from '../../../device/use-headline.ts';
import styles from '../../../editing/dialogs.module.css';
import type { ActionRequest } from '../actions.ts';

type Ticks = Pick<ActionRequest, 'conditions' | 'others' | 'byRow'>;

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

/** Conditions of several rows stand below their rows: the same matter may be open on each of them. */
export function TickList({ conditions, others, byRow, ticked, onToggle }: TickListProps) {
  const t = useTranslations('dialogs');
  if (conditions.length > longestList) return <p>{t('chosen', { count: conditions.length })}</p>;
  return (
    <>
      {byRow === undefined ? (
        <Lines legend={t('about')} conditions={conditions} ticked={ticked} onToggle={onToggle} />
      ) : (
        byRow.map(({ row, conditions: ofRow }) =>
          ofRow.length === 0 ? null : (
            <Lines
              key={row.rowId}
              legend={<RowName row={row} />}
              conditions={ofRow}
              ticked={ticked}
              onToggle={onToggle}
            />
          ),
        )
      )}
      {others.length === 0 ? null : (
        <Lines legend={t('others')} conditions={others} ticked={ticked} onToggle={onToggle} />
      )}
    </>
  );
}

function RowName({ row }: { readonly row: WorklistRow }) {
  const { serial, model, name, customerName, description } = row;
  const place = [model, customerName, description].filter((text) => text !== null && text !== '').join(' · ');
  return (
    <>
      <b className="code">{serial ?? name}</b> {place}
    </>
  );
}

type LinesProps = Pick<TickListProps, 'conditions' | 'ticked' | 'onToggle'> & { readonly legend: ReactNode };

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
