import type { Notification } from '@platen/contract/account';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { notificationsQuery } from '../../api/account-queries.ts';
import { openPopup, popupArea } from '../../platform/state.ts';
import { userArea } from '../../session/session-areas.ts';
import { Button, Icon } from '../../ui/button.tsx';
import styles from './list-bar.module.css';

/**
 * Opens the popup; only what it really shows counts as seen (an error popup stays in front). Returns whether
 * it did.
 */
function show(notifications: readonly Notification[]): boolean {
  openPopup('notification');
  if (popupArea.get() !== 'notification') return false;
  const newest = newestOf(notifications);
  if (newest !== undefined) storeSeen(newest);
  return true;
}

/**
 * OQ-52: news open the popup by themselves once; this button opens it again. Its badge counts what was not
 * shown yet.
 */
export function NotificationButton() {
  const t = useTranslations('deviceList');
  // Loaded when the list first opens (NT-02): nothing pops up in the middle of the work.
  const { data = [] } = useQuery({ ...notificationsQuery, staleTime: Number.POSITIVE_INFINITY });
  const [shown, setShown] = useState<typeof data>();
  const open = () => {
    if (show(data)) setShown(data);
  };
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- only trying shows whether the popup can open
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

/** A key for each user of this browser: the provider's id of the subject, which holds no name. */
const toKey = (): string => `platen.notificationsSeen.${userArea.get().subject ?? ''}`;

const timesOf = (notifications: readonly Notification[]): number[] =>
  notifications.map(({ publishedAt }) => Date.parse(publishedAt)).filter((time) => !Number.isNaN(time));

/** Time of the newest notification, ms; undefined when there is none with a readable date. */
function newestOf(notifications: readonly Notification[]): number | undefined {
  const times = timesOf(notifications);
  return times.length === 0 ? undefined : Math.max(...times);
}

/** OQ-52: how many are newer than the last one that this user saw in this browser. */
const countUnseen = (notifications: readonly Notification[], seen: number | undefined): number =>
  timesOf(notifications).filter((time) => seen === undefined || time > seen).length;

/** Undefined also where the browser stores nothing: better shown twice than never. */
function readSeen(): number | undefined {
  try {
    const text = localStorage.getItem(toKey());
    return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
  } catch {
    return undefined;
  }
}

function storeSeen(newest: number): void {
  try {
    localStorage.setItem(toKey(), String(newest));
  } catch {
    // storage is full or refused: they will be shown again
  }
}
