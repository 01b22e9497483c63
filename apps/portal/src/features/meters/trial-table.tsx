import type { MeterExportTrial } from '@platen/contract/meter-hand-off';
import { useTranslations } from 'use-intl/react';
import table from '../../device/table.module.css';
import { TableFrame } from '../../device/table-frame.tsx';
import styles from './meters.module.css';

const namedLines = 20;

/* oxlint-disable react/no-array-index-key -- columns and lines of a file have no names that differ */
/** The first lines of a file before it is made, and what is not in it (MX-03, MX-04). */
export function TrialTable({ trial }: { readonly trial: MeterExportTrial }) {
  const t = useTranslations('meters.exports');
  const { heads, rows, lines, leftOut, leftOutCount } = trial;
  return (
    <>
      <p>
        {t('tried', { lines })}
        {leftOutCount > 0 ? `; ${t('leftOut', { count: leftOutCount })}` : null}
      </p>
      {rows.length === 0 ? null : (
        <TableFrame label={t('title')}>
          <table className={table.table}>
            <thead>
              <tr>
                {heads.map((head, n) => (
                  <th key={`${n} ${head}`} scope="col">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row, line) => (
                <tr key={`${line} ${row.join()}`}>
                  {row.map((cell, n) => (
                    <td key={`${n} ${heads[n] ?? ''}`}>{cell}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </TableFrame>
      )}
      {leftOut.length === 0 ? null : (
        <ul className={styles.plain}>
          {leftOut.slice(0, namedLines).map(({ serial, model, meter, why }) => (
            <li key={`${serial ?? model ?? ''} ${meter}`}>
              <b>{serial ?? model}</b> {meter} <span className="quiet">{t(`why.${why}`)}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
