import type { Notification } from '@platen/contract/account';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslations } from 'use-intl/react';
import { notificationsQuery } from '../../api/account-queries.ts';
import { openPopup, popupArea } from '../../app/popup.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import styles from './list-bar.module.css';
import { hasUnseen, keepSeen, newestOf, readSeen } from './notifications.ts';

/** Opens the popup; only what it really shows counts as seen (an error popup stays in front). */
function show(notifications: readonly Notification[]): void {
  openPopup('notification');
  const newest = newestOf(notifications);
  if (popupArea.get() === 'notification' && newest !== undefined) keepSeen(newest);
}

/** OQ-52: news open the popup by themselves once; this button opens it again. */
export function NotificationButton() {
  const t = useTranslations('deviceList');
  // Loaded when the list first opens (NT-02): nothing pops up in the middle of the work.
  const { data = [] } = useQuery({ ...notificationsQuery, staleTime: Number.POSITIVE_INFINITY });
  useEffect(() => {
    if (hasUnseen(data, readSeen())) show(data);
  }, [data]);
  return (
    <Button variant="quiet" className={styles.tool} onClick={() => show(data)} aria-haspopup="dialog">
      <Icon name="bell" />
      <span className={styles.toolText}>{t('notification')}</span>
      {data.length > 0 && <span className={styles.badge}>{data.length}</span>}
    </Button>
  );
}
