import type { Notification } from '@platen/contract/account';
import { useQuery } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'use-intl/react';
import { notificationsQuery } from '../../api/account-queries.ts';
import { toStateOf } from '../../platform/failure.ts';
import { closePopup } from '../../platform/state.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { PanelBody, type PanelState } from '../../ui/panel.tsx';
import styles from './popup.module.css';

/** Notifications: publish date and content, newest first, plain text with its line breaks (PO-12, OQ-57). */
export function NotificationPopup() {
  const t = useTranslations();
  const format = useFormatter();
  const query = useQuery(notificationsQuery);
  const rows = newestFirst(query.data ?? []);
  return (
    <Dialog title={t('header.titles.notification')} size="wide" onClose={closePopup}>
      <PanelBody state={toPanelState(query, t('popups.notification.empty'))}>
        <table className={styles.table} aria-label={t('popups.notification.table')}>
          <thead>
            <tr>
              <th scope="col">{t('popups.notification.published')}</th>
              <th scope="col">{t('popups.notification.content')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id}>
                <td>
                  <time dateTime={row.publishedAt}>{format.dateTime(new Date(row.publishedAt), 'date')}</time>
                </td>
                <td className={styles.content}>{row.content}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </PanelBody>
    </Dialog>
  );
}

interface QueryLook {
  readonly data: readonly unknown[] | undefined;
  readonly error: Error | null;
  readonly isFetching: boolean;
  readonly refetch: () => Promise<unknown>;
}

function toPanelState(query: QueryLook, emptyText: string): PanelState {
  if (query.data !== undefined) return query.data.length === 0 ? { kind: 'empty', text: emptyText } : { kind: 'data' };
  if (query.error === null) return { kind: 'loading', rows: 4 };
  const { errorCode, statusCode } = toStateOf(query.error);
  return {
    kind: 'failed',
    errorCode,
    statusCode,
    busy: query.isFetching,
    onRetry: () => void query.refetch(),
  };
}

/** Newest first, whatever the order of the answer (OQ-57). */
export function newestFirst(notifications: readonly Notification[]): Notification[] {
  return [...notifications].sort((a, b) => Date.parse(b.publishedAt) - Date.parse(a.publishedAt));
}
