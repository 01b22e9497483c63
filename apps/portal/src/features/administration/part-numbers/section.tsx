import { partWords } from '@platen/catalogue/part-words';
import { toSupplyName } from '@platen/catalogue/supply-phrase';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl/react';
import { saveFile, toFileName } from '../../../downloads/save-file.ts';
import { environment } from '../../../platform/environment.ts';
import { Button } from '../../../ui/button.tsx';
import { ListTable } from '../../../ui/list-table.tsx';
import { PanelBody, toPanelState } from '../../../ui/panel.tsx';
import { useKeys } from '../../../ui/use-keys.ts';
import { ListHead } from '../list-head.tsx';
import { findPartNumbers, mostDrawn, toPartNumberFile } from './model.ts';
import styles from './part-numbers.module.css';
import { partNumbersQuery } from './queries.ts';
import { UploadDialog } from './upload-dialog.tsx';

/** Part numbers of the organisation: the table, and what is asked for without a number (VP-20). */
export default function PartNumbersSection() {
  const t = useTranslations('partNumbers');
  const query = useQuery(partNumbersQuery);
  const [typed, setTyped] = useState('');
  const [isUploading, setUploading] = useState(false);
  const [isReplaced, setReplaced] = useState(false);
  const wanted = useDeferredValue(typed);
  const upload = () => {
    setReplaced(false);
    setUploading(true);
  };
  useKeys({ c: upload });
  const all = query.data?.partNumbers ?? [];
  return (
    <>
      <ListHead
        total={query.data && all.length}
        figures={t('figures', { count: all.length })}
        note={isReplaced ? t('dialog.done') : ''}
        search={{ label: t('search'), hint: t('searchHint'), value: typed, onType: setTyped }}
        file={{
          label: t('export'),
          isEmpty: all.length === 0,
          name: t('exportFile'),
          make: () => toPartNumberFile(all),
        }}
      >
        <Button
          data-print="none"
          onClick={() => saveFile(toFileName(t('templateFile'), new Date(), 'csv'), toPartNumberFile())}
        >
          {t('template')}
        </Button>
        <Button variant="primary" aria-keyshortcuts="c" data-print="none" onClick={upload}>
          {t('upload')}
        </Button>
      </ListHead>
      <div className={styles.sheets}>
        <div className={styles.frame}>
          <PanelBody state={toPanelState(query, 8)}>
            <Numbers wanted={wanted} />
          </PanelBody>
          <p className={styles.rules}>{t('rules')}</p>
        </div>
        <div className={styles.frame}>
          <h2 className={styles.title}>
            {t('unknown.title')} <small>{t('unknown.note')}</small>
          </h2>
          <PanelBody state={toPanelState(query, 4)}>
            <Unknown />
          </PanelBody>
        </div>
      </div>
      {isUploading ? <UploadDialog onDone={() => setReplaced(true)} onClose={() => setUploading(false)} /> : null}
    </>
  );
}

/** Name of an item in the user's language; '-' where the catalogue has none. */
function useItemName(): (item: string) => string {
  const status = useTranslations('status');
  return (item) => {
    const [type, color] = item.split('.');
    if (type === 'toner' && color !== undefined) return status(`supplyName.${toSupplyName(color) ?? 'other'}`);
    return partWords(item, environment().locale) ?? '-';
  };
}

const figures = ['pieces', 'minutes'] as const;
const columns = ['item', 'part', 'model', 'own', 'maker', 'name', ...figures] as const;
const unknownColumns = ['item', 'part', 'deviceModel', 'devices'] as const;

function Numbers({ wanted }: { readonly wanted: string }) {
  const t = useTranslations('partNumbers');
  const nameOf = useItemName();
  const all = useQuery(partNumbersQuery).data?.partNumbers ?? [];
  const found = findPartNumbers(all, wanted);
  if (all.length === 0)
    return (
      <div className={styles.empty}>
        <b>{t('empty')}</b>
        <p>{t('emptyHint')}</p>
      </div>
    );
  if (found.length === 0) return <p className={styles.empty}>{t('noHit')}</p>;
  return (
    <>
      <ListTable
        caption={t('caption')}
        columns={columns}
        figures={figures}
        heading={(column) => t(`columns.${column}`)}
        className={styles.table}
      >
        {found.slice(0, mostDrawn).map((row) => (
          <tr key={`${row.item} ${row.modelPattern}`}>
            <th scope="row" className="code">
              {row.item}
            </th>
            <td>{nameOf(row.item)}</td>
            <td className="code">{row.modelPattern}</td>
            <td className="code">{row.ownNumber ?? '-'}</td>
            <td className="code">{row.makerNumber ?? '-'}</td>
            <td>{row.name ?? '-'}</td>
            <td data-figure="">{row.pieces}</td>
            <td data-figure="">{row.minutes ?? '-'}</td>
          </tr>
        ))}
      </ListTable>
      {found.length > mostDrawn ? (
        <p className={styles.rules}>{t('cut', { shown: mostDrawn, count: found.length })}</p>
      ) : null}
    </>
  );
}

/** What devices ask for that the table does not name, the most asked for first. */
function Unknown() {
  const t = useTranslations('partNumbers');
  const format = useFormatter();
  const nameOf = useItemName();
  const unknown = useQuery(partNumbersQuery).data?.unknown ?? [];
  if (unknown.length === 0) return <p className={styles.empty}>{t('unknown.none')}</p>;
  return (
    <ListTable
      caption={t('unknown.title')}
      columns={unknownColumns}
      figures={['devices']}
      heading={(column) => t(`columns.${column}`)}
      className={styles.table}
    >
      {unknown.map(({ item, model, devices }) => (
        <tr key={`${item} ${model}`}>
          <th scope="row" className="code">
            {item}
          </th>
          <td>{nameOf(item)}</td>
          <td>{model}</td>
          <td data-figure="">{format.number(devices)}</td>
        </tr>
      ))}
    </ListTable>
  );
}
