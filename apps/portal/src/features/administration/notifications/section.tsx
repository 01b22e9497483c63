import type { WrittenNotification } from '@platen/contract/notifications';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { toCsvFile } from '../../../downloads/csv-file.ts';
import { Button, Icon } from '../../../ui/button.tsx';
import { ListTable } from '../../../ui/list-table.tsx';
import { PanelBody, toPanelState } from '../../../ui/panel.tsx';
import { useDates, useMinute } from '../../../ui/use-dates.ts';
import { useKeys } from '../../../ui/use-keys.ts';
import { ListHead } from '../list-head.tsx';
import { NotificationDialog } from './dialog.tsx';
import styles from './notifications.module.css';
import { writtenQuery } from './queries.ts';

const columns = ['state', 'from', 'until', 'en', 'ja', 'act'] as const;

const stateOf = ({ from, until }: WrittenNotification, now: Date) => {
  if (now < new Date(from)) return 'waiting';
  return until !== null && now >= new Date(until) ? 'ended' : 'inForce';
};

const find = (rows: readonly WrittenNotification[], text: string): readonly WrittenNotification[] => {
  const wanted = text.trim().toLowerCase();
  return rows.filter(({ en, ja }) => [en, ja].some((one) => one.toLowerCase().includes(wanted)));
};

const toFile = (rows: readonly WrittenNotification[]): Blob => {
  const lines = rows.map(({ from, until, en, ja }) => [from, until, en, ja]);
  return toCsvFile(['from', 'until', 'en', 'ja'], lines);
};

/** Texts to all users, in both languages, whether they are shown now or not (OA-60). */
export default function NotificationsSection() {
  const t = useTranslations('notifications');
  const query = useQuery(writtenQuery);
  const [typed, setTyped] = useState('');
  const [open, setOpen] = useState<'new' | WrittenNotification>();
  const all = query.data ?? [];
  const found = find(all, useDeferredValue(typed));
  useKeys({ c: () => setOpen('new') });
  return (
    <>
      <ListHead
        total={query.data && all.length}
        figures={t('figures', { count: all.length })}
        search={{ label: t('search'), hint: t('searchHint'), value: typed, onType: setTyped }}
        file={{
          label: t('export'),
          isEmpty: all.length === 0,
          name: t('exportFile'),
          make: () => toFile(found),
        }}
      >
        <Button variant="primary" aria-keyshortcuts="c" data-print="none" onClick={() => setOpen('new')}>
          <Icon name="plus" />
          {t('add')}
        </Button>
      </ListHead>
      <div className={styles.frame}>
        <PanelBody state={toPanelState(query, 4)}>
          {all.length === 0 ? (
            <div className={styles.empty}>
              <h2>{t('empty')}</h2>
              <p>{t('emptyHint')}</p>
            </div>
          ) : found.length === 0 ? (
            <p className={styles.empty}>{t('noHit')}</p>
          ) : (
            <Rows rows={found} onEdit={setOpen} />
          )}
        </PanelBody>
      </div>
      {open === undefined ? null : (
        <NotificationDialog stored={open === 'new' ? undefined : open} onClose={() => setOpen(undefined)} />
      )}
    </>
  );
}

interface RowsProps {
  readonly rows: readonly WrittenNotification[];
  readonly onEdit: (row: WrittenNotification) => void;
}

function Rows({ rows, onEdit }: RowsProps) {
  const t = useTranslations('notifications');
  const { dateTime } = useDates();
  const now = useMinute();
  const heading = (column: (typeof columns)[number]) => (column === 'act' ? t('edit') : t(`columns.${column}`));
  return (
    <ListTable columns={columns} heading={heading} caption={t('caption')} className={styles.table}>
      {rows.map((row) => {
        const state = stateOf(row, now);
        return (
          <tr key={row.notificationId} data-state={state}>
            <th scope="row">{t(`states.${state}`)}</th>
            <td data-label={t('columns.from')}>{dateTime(new Date(row.from))}</td>
            <td data-label={t('columns.until')}>
              {row.until === null ? <span className="quiet">{t('noEnd')}</span> : dateTime(new Date(row.until))}
            </td>
            <td className={styles.text} lang="en">
              {row.en}
            </td>
            <td className={styles.text} lang="ja">
              {row.ja}
            </td>
            <td data-print="none">
              <Button
                variant="link"
                aria-label={t('editNamed', { text: row.en.slice(0, 60) })}
                onClick={() => onEdit(row)}
              >
                {t('edit')}
              </Button>
            </td>
          </tr>
        );
      })}
    </ListTable>
  );
}
