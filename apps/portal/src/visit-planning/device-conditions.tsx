import type { Condition } from '@platen/contract/worklist-item';
import { useQuery } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'use-intl/react';
import { toDate, useHeadline } from '../device/use-headline.ts';
import dialogs from '../editing/dialogs.module.css';
import { Button } from '../ui/button.tsx';
import { PanelBody, toPanelState } from '../ui/panel.tsx';
import { planQueries } from './plan-queries.ts';
import styles from './visit-planning.module.css';

interface DeviceConditionsProps {
  readonly device: { readonly deviceId: string; readonly serial: string | null; readonly model: string | null };
  /** Conditions of the visit, which may be resolved by now. */
  readonly known?: readonly Condition[];
  readonly ticked: ReadonlySet<string>;
  readonly onToggle: (condition: Condition) => void;
  /** Left out: the device stays. */
  readonly onTakeOut?: (() => void) | undefined;
}

const none: readonly Condition[] = [];

/** One device of a plan with its open conditions, each to be ticked by the person (VP-04). */
export function DeviceConditions({ device, known = none, ticked, onToggle, onTakeOut }: DeviceConditionsProps) {
  const t = useTranslations('planning');
  const format = useFormatter();
  const headline = useHeadline();
  const query = useQuery(planQueries.conditions(device.deviceId));
  const ids = new Set(known.map(({ conditionId }) => conditionId));
  const conditions = [...known, ...(query.data ?? []).filter(({ conditionId }) => !ids.has(conditionId))];
  const name = device.serial ?? t('unnamed');
  const visitOf = ({ conditionId, plannedDay, visitId }: Condition) =>
    ids.has(conditionId) || plannedDay === null || visitId === null
      ? null
      : t('onVisit', { date: format.dateTime(toDate(plannedDay), 'date') });
  return (
    <fieldset className={styles.device}>
      <legend>
        <b className="code">{name}</b> {device.model}
      </legend>
      {onTakeOut === undefined ? null : (
        <Button
          className={styles.takeOut}
          variant="quiet"
          aria-label={t('takeOutOf', { serial: name })}
          onClick={onTakeOut}
        >
          {t('takeOut')}
        </Button>
      )}
      <PanelBody state={known.length > 0 && query.isError ? { kind: 'data' } : toPanelState(query, 2)}>
        {conditions.length === 0 ? <p className="quiet">{t('noConditions')}</p> : null}
        {conditions.map((condition) => (
          <label key={condition.conditionId} className={dialogs.option}>
            <input type="checkbox" checked={ticked.has(condition.conditionId)} onChange={() => onToggle(condition)} />
            <span className={dialogs.optionName}>{headline(condition)}</span>
            <span className={dialogs.optionNote}>{visitOf(condition)}</span>
          </label>
        ))}
      </PanelBody>
    </fieldset>
  );
}
