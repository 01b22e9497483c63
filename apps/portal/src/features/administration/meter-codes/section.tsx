import type { MeterCode } from '@platen/contract/meter-exports';
import { can } from '@platen/contract/rights';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { meQuery } from '../../../api/account-queries.ts';
import { toCsvFile } from '../../../downloads/csv-file.ts';
import { CodesDialog } from '../../../meter-codes/codes-dialog.tsx';
import { codesQuery } from '../../../meter-codes/queries.ts';
import { Button } from '../../../ui/button.tsx';
import { ListTable } from '../../../ui/list-table.tsx';
import { PanelBody, toPanelState } from '../../../ui/panel.tsx';
import { ListHead } from '../list-head.tsx';
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
  return toCsvFile(['meters', 'model', 'code'], lines);
};

/** The codes under which meters go to the ERP (OA-60, MX-03). */
export default function MeterCodesSection() {
  const t = useTranslations('meterCodes');
  const query = useQuery(codesQuery);
  const { data: me } = useQuery(meQuery);
  const [typed, setTyped] = useState('');
  const [isOpen, setOpen] = useState(false);
  const all = query.data?.codes ?? [];
  const found = find(all, useDeferredValue(typed));
  return (
    <>
      <ListHead
        total={query.data && all.length}
        figures={t('figures', { count: all.length })}
        search={{ label: t('search'), hint: t('searchHint'), value: typed, onType: setTyped }}
        file={{
          label: t('export'),
          isEmpty: found.length === 0,
          name: t('exportFile'),
          make: () => toFile(found),
        }}
      >
        <Button variant="primary" data-print="none" disabled={query.data === undefined} onClick={() => setOpen(true)}>
          {t('edit')}
        </Button>
      </ListHead>
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

const columns = ['meters', 'model', 'code'] as const;

function Codes({ rows }: { readonly rows: readonly MeterCode[] }) {
  const t = useTranslations('meterCodes');
  return (
    <ListTable caption={t('title')} columns={columns} heading={(column) => t(column)} className={styles.table}>
      {rows.map((one) => (
        <tr key={`${toMeters(one)} ${one.modelPattern}`}>
          <th scope="row">{toMeters(one)}</th>
          <td>{one.modelPattern}</td>
          <td>{one.code}</td>
        </tr>
      ))}
    </ListTable>
  );
}
