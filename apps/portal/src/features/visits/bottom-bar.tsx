import { useTranslations } from 'use-intl/react';
import { useStoredRecords } from '../../offline/use-stored-records.ts';
import { Link } from '../../ui/link.tsx';
import styles from './today.module.css';

/** Outline drawings on a 20 px grid, of this bar alone. */
const drawings = {
  today: 'M3.5 5h13v11.500h-13zM3.5 8.500h13M7 3v3.500M13 3v3.500',
  next: 'M7 5h10M7 10h10M7 15h10M3 5h.5M3 10h.5M3 15h.5',
  records: 'M10 15.500v-9M6 10l4-4 4 4M4 3.500h12',
  called: 'M10 4v12M4 10h12',
} as const;

const Drawing = ({ name }: { readonly name: keyof typeof drawings }) => (
  <svg className={styles.drawing} viewBox="0 0 20 20" aria-hidden="true">
    <path d={drawings[name]} />
  </svg>
);

interface BottomBarProps {
  readonly shown: 'today' | 'next' | undefined;
  /** Left out: without a connection nothing can be made. */
  readonly onCalled: (() => void) | undefined;
}

/** The bar of a telephone: today, next, what waits to be sent, and a visit that was not planned (VR-09). */
export function BottomBar({ shown, onCalled }: BottomBarProps) {
  const t = useTranslations('visits.bar');
  const waiting = useStoredRecords()?.filter(({ state }) => state !== 'sent').length ?? 0;
  const toCurrent = (name: 'today' | 'next') => (shown === name ? 'page' : undefined);
  return (
    <nav className={styles.bar} aria-label={t('label')} data-print="none">
      <Link to="/visits" search={{}} activeOptions={{ exact: true }} aria-current={toCurrent('today')}>
        <Drawing name="today" />
        {t('today')}
      </Link>
      <Link to="/visits" search={{ list: 'mine' }} activeOptions={{ exact: true }} aria-current={toCurrent('next')}>
        <Drawing name="next" />
        {t('next')}
      </Link>
      <Link to="/visits/records">
        <Drawing name="records" />
        {t('records')}
        {waiting > 0 ? <span className={styles.badge}>{waiting}</span> : null}
      </Link>
      <button type="button" aria-haspopup="dialog" disabled={onCalled === undefined} onClick={onCalled}>
        <Drawing name="called" />
        {t('called')}
      </button>
    </nav>
  );
}
