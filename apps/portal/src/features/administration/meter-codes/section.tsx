import { byteOrderMark, toCsvRow } from '@platen/contract/csv';
import type { MeterCode } from '@platen/contract/meter-exports';
import { can } from '@platen/contract/rights';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useRef, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl/react';
import { meQuery } from '../../../api/account-queries.ts';
import { saveFile, toFileName } from '../../../downloads/save-file.ts';
import { CodesDialog } from '../../../meter-codes/codes-dialog.tsx';
import { codesQuery } from '../../../meter-codes/queries.ts';
import { Button, Icon } from '../../../ui/button.tsx';
import { PanelBody, toPanelState } from '../../../ui/panel.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { useKeys } from '../../../ui/use-keys.ts';
import styles from './meter-codes.module.css';

const toMeters = ({ meters }: MeterCode): string => meters.join(' + ');

const find = (codes: readonly MeterCode[], text: string): readonly MeterCode[] => {
  const wanted = text.trim().toLowerCase();
  return codes.filter((one) =>
    [toMeters(one), one.modelPattern, one.code].some((value) => value.toLowerCase().includes(wanted)),
  );
};

const toFile = (codes: readonly MeterCode[]): Blob => {
  const lines = codes.map((one) => [toMeters(one), one.modelPattern, one.code]);
  return new Blob([byteOrderMark, ...[['meters', 'model', 'code'], ...lines].map(toCsvRow)], {
    type: 'text/csv;charset=utf-8',
  });
};

/** The codes under which meters go to the ERP (OA-60, MX-03). */
export default function MeterCodesSection() {
  const t = useTranslations('meterCodes');
  const format = useFormatter();
  const query = useQuery(codesQuery);
  const { data: me } = useQuery(meQuery);
  const [typed, setTyped] = useState('');
  const [isOpen, setOpen] = useState(false);
  const searchBox = useRef<HTMLInputElement>(null);
  const all = query.data?.codes ?? [];
  const found = find(all, useDeferredValue(typed));
  useKeys({ '/': () => searchBox.current?.focus() });
  return (
    <>
      <div className={styles.head}>
        {query.data === undefined ? null : (
          <span className={styles.figures}>
            <b>{format.number(all.length)}</b> {t('figures', { count: all.length })}
          </span>
        )}
        <span className={styles.space} />
        <SearchField ref={searchBox} label={t('search')} hint={t('searchHint')} value={typed} onType={setTyped} />
        <Button
          data-print="none"
          disabled={found.length === 0}
          onClick={() => saveFile(toFileName(t('exportFile'), new Date(), 'csv'), toFile(found))}
        >
          <Icon name="export" />
          {t('export')}
        </Button>
        <Button variant="primary" data-print="none" disabled={query.data === undefined} onClick={() => setOpen(true)}>
          {t('edit')}
        </Button>
      </div>
      <div className={styles.frame}>
        <PanelBody state={toPanelState(query, 6)}>
          {found.length === 0 ? (
            <p className={styles.empty}>{all.length === 0 ? t('empty') : t('noHit')}</p>
          ) : (
            <Codes rows={found} />
          )}
        </PanelBody>
        <p className={styles.rules}>
          {(query.data?.inheritedFrom ?? null) === null
            ? t('note')
            : t('inherited', { name: query.data?.inheritedFrom ?? '' })}
        </p>
      </div>
      {isOpen ? <CodesDialog mayClose={can(me, 'closeMeters')} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function Codes({ rows }: { readonly rows: readonly MeterCode[] }) {
  const t = useTranslations('meterCodes');
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls takes the focus
    <section className={styles.scroll} tabIndex={0} aria-label={t('title')}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('meters')}</th>
            <th scope="col">{t('model')}</th>
            <th scope="col">{t('code')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((one) => (
            <tr key={`${toMeters(one)} ${one.modelPattern}`}>
              <th scope="row">{toMeters(one)}</th>
              <td>{one.modelPattern}</td>
              <td>{one.code}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
