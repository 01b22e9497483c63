import { useTranslations } from 'use-intl/react';
import { useArea } from '../../platform/state.ts';
import { useAgeText, useMinute } from '../../ui/use-age.ts';
import styles from './list-bar.module.css';
import { devicesArea } from './load-list.ts';

/** Data this old is said to be so: the list does not renew itself (OQ-41). */
const quietMs = 5 * 60_000;

/** The age of the rows, once they are old, and while a refresh is under way or has failed. */
export function ListAge() {
  const t = useTranslations('deviceList');
  const age = useAgeText();
  const now = useMinute();
  const loadedAt = useArea(devicesArea, (list) => list.loadedAt);
  const isRenewing = useArea(devicesArea, ({ load, failure }) => load === 'refresh' || failure?.load === 'refresh');
  if (loadedAt === undefined || (!isRenewing && now.getTime() - loadedAt < quietMs)) return null;
  return <span className={styles.age}>{t('loadedAt', { age: age.ago(new Date(loadedAt), now) })}</span>;
}
