import { outlierShare } from '@platen/contract/close-values';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { span } from '../../device/panel-grid.tsx';
import table from '../../device/table.module.css';
import { TableFrame } from '../../device/table-frame.tsx';
import { type MeterWords } from '../../device/use-meter-words.ts';
import { Button } from '../../ui/button.tsx';
import { Link } from '../../ui/link.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useMinute } from '../../ui/use-dates.ts';
import { toSearch, usePlace } from './address.ts';
import { hasEnded, shareOf } from './line-names.ts';
import styles from './meters.module.css';
import type { CloseDetail } from './queries.ts';

const firstShown = 8;

/** Use by customer and meter, against the former period and last year, outliers first (LG-38). */
export function CustomersPanel({ detail, words }: { readonly detail: CloseDetail; readonly words: MeterWords }) {
  const t = useTranslations('meters.customers');
  const none = useTranslations('common')('none');
  const [place] = usePlace();
  const [isWhole, setWhole] = useState(false);
  const { customers } = detail;
  const isEnded = hasEnded(detail.close, useMinute());
  const shown = isWhole ? customers : customers.slice(0, firstShown);
  const figure = (value: number | null) => (value === null ? none : words.number(value));
  return (
    <Panel
      className={span(12)}
      title={t('title')}
      note={t(isEnded ? 'note' : 'noteRuns')}
      state={customers.length === 0 ? { kind: 'empty' } : { kind: 'data' }}
    >
      <TableFrame label={t('title')}>
        <table className={table.table}>
          <thead>
            <tr>
              <th scope="col">{t('customer')}</th>
              <th scope="col">{t('meter')}</th>
              {(['devices', 'billed', 'before', 'lastYear', 'change'] as const).map((name) => (
                <th key={name} scope="col" className={table.figure}>
                  {t(name)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((one) => {
              const name = one.customerName ?? one.customerNumber ?? t('noName');
              // Of fewer devices than in the period before: no change to state.
              const share = (one.unbilled ?? one.missing) > 0 ? undefined : shareOf(one);
              const { customerNumber } = one;
              return (
                <tr key={`${customerNumber ?? ''} ${one.meter}`}>
                  <th scope="row">
                    {customerNumber === null ? (
                      name
                    ) : (
                      <Link
                        to="/meters"
                        search={toSearch({ ...place, customer: customerNumber, group: 'all', line: undefined })}
                        aria-label={t('show', { name })}
                      >
                        {name}
                      </Link>
                    )}
                  </th>
                  <td>{words.meter(one.meter)}</td>
                  <td className={table.figure}>{words.number(one.devices)}</td>
                  <td className={table.figure}>
                    {words.number(one.billed)}
                    {one.missing > 0 ? <span className="quiet"> {t('missing', { count: one.missing })}</span> : null}
                  </td>
                  <td className={table.figure}>{figure(one.before)}</td>
                  <td className={table.figure}>{figure(one.lastYear)}</td>
                  <td className={table.figure}>
                    {!isEnded ? (
                      <span className="quiet">{t('periodRuns')}</span>
                    ) : share === undefined ? (
                      none
                    ) : (
                      <span className={Math.abs(share) > outlierShare ? styles.outlier : undefined}>
                        {words.percent(share)}
                      </span>
                    )}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </TableFrame>
      {shown.length < customers.length ? (
        <p className={styles.more} data-print="none">
          <Button onClick={() => setWhole(true)}>{t('all', { count: customers.length })}</Button>
        </p>
      ) : null}
    </Panel>
  );
}
