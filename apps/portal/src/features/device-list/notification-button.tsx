import type { Notification } from '@platen/contract/account';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { notificationsQuery } from '../../api/account-queries.ts';
import { openPopup, popupArea } from '../../platform/popup.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import styles from './list-bar.module.css';
import { countUnseen, keepSeen, newestOf, readSeen } from './notifications.ts';

/** Opens the popup; only what it really shows counts as seen (an error popup stays in front). Returns whether it did. */
function show(notifications: readonly Notification[]): boolean {
  openPopup('notification');
  if (popupArea.get() !== 'notification') return false;
  const newest = newestOf(notifications);
  if (newest !== undefined) keepSeen(newest);
  return true;
}

/** OQ-52: news open the popup by themselves once; this button opens it again. Its badge counts what was not shown yet. */
export function NotificationButton() {
  const t = useTranslations('deviceList');
  // Loaded when the list first opens (NT-02): nothing pops up in the middle of the work.
  const { data = [] } = useQuery({ ...notificationsQuery, staleTime: Number.POSITIVE_INFINITY });
  const [shown, setShown] = useState<typeof data>();
  const open = () => {
    if (show(data)) setShown(data);
  };
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- whether the popup could open is known only after it was asked to
    if (countUnseen(data, readSeen()) > 0 && show(data)) setShown(data);
  }, [data]);
  const unseen = shown === data ? 0 : countUnseen(data, readSeen());
  return (
    <Button variant="quiet" className={styles.tool} onClick={open} aria-haspopup="dialog">
      <Icon name="bell" />
      <span className={styles.toolText}>{t('notification')}</span>
      {unseen > 0 && <span className={styles.badge}>{unseen}</span>}
    </Button>
  );
}
