import { searchTextLimit } from '@platen/contract/constants';
import type { WorklistRow } from '@platen/contract/worklist-item';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { useHeadline } from '../device/use-headline.ts';
import { Button, Icon } from '../ui/button.tsx';
import { PanelBody, toPanelState } from '../ui/panel.tsx';
import { TextField } from '../ui/text-field.tsx';
import { useSettled } from './device-choice.tsx';
import { planQueries } from './plan-queries.ts';
import styles from './visit-planning.module.css';

interface FurtherDevicesProps {
  readonly customerNumber: string;
  /** Devices of the visit already. */
  readonly without: ReadonlySet<string>;
  readonly onAdd: (row: WorklistRow) => void;
}

/**
 * Further devices of a visit, found by the person in the open rows of that customer, which stand in the order
 * of the worklist (VP-04). Nothing is proposed: the list is closed until it is asked for. Needs the texts
 * `planning` and `headlines`.
 */
export function FurtherDevices(props: FurtherDevicesProps) {
  const t = useTranslations('planning.further');
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={styles.further} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t('title')}</summary>
      {isOpen ? <OpenRows {...props} /> : null}
    </details>
  );
}

function OpenRows({ customerNumber, without, onAdd }: FurtherDevicesProps) {
  const t = useTranslations('planning');
  const headline = useHeadline();
  const [typed, setTyped] = useState('');
  const search = useSettled(typed);
  const query = useQuery(planQueries.openRows(customerNumber, search));
  const rows = (query.data ?? []).filter(({ entity, rowId }) => entity === 'device' && !without.has(rowId));
  return (
    <>
      <TextField
        label={t('further.search')}
        lead={<Icon name="search" />}
        hint={t('further.hint')}
        maxLength={searchTextLimit}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onKeyDown={(event) => {
          // Enter looks for it; it does not send the dialog.
          if (event.key === 'Enter') event.preventDefault();
        }}
      />
      <PanelBody state={toPanelState(query, 3)}>
        {rows.length === 0 ? (
          <p className="quiet">{t(search === '' ? 'further.none' : 'further.noHit')}</p>
        ) : (
          <ul className={styles.rows}>
            {rows.map((row) => {
              const [first] = row.conditions;
              const more = row.conditionCount - 1;
              return (
                <li key={row.rowId}>
                  <span className={styles.priority}>{row.priority}</span>
                  <span className={styles.what}>
                    <b className="code">{row.serial}</b> {row.model} <span className="quiet">{row.description}</span>
                    <br />
                    {first === undefined ? null : headline(first)}{' '}
                    {more > 0 ? <span className="quiet">{t('further.more', { count: more })}</span> : null}
                  </span>
                  <Button
                    aria-label={t('further.addOf', { serial: row.serial ?? t('unnamed') })}
                    onClick={() => onAdd(row)}
                  >
                    {t('further.add')}
                  </Button>
                </li>
              );
            })}
          </ul>
        )}
      </PanelBody>
    </>
  );
}
