import type { DeviceStatus } from '@platen/contract/devices';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl/react';
import styles from './status-mark.module.css';

const shapes: Readonly<Record<DeviceStatus, ReactNode>> = {
  error: (
    <>
      <path d="M7 .3 13.7 7 7 13.7.3 7z" fill="currentColor" />
      <path className={styles.cut} d="M7 3.8v4M7 9.6v.5" strokeWidth="1.6" />
    </>
  ),
  warning: (
    <>
      <path d="m7 1 6.5 11.8H.5z" fill="currentColor" />
      <path className={styles.cut} d="M7 5.3v3.4M7 10.7v.2" strokeWidth="1.5" />
    </>
  ),
  normal: <circle cx="7" cy="7" r="4.5" fill="none" stroke="currentColor" strokeWidth="1.8" />,
  offline: (
    <g fill="none" stroke="currentColor" strokeWidth="1.4">
      <circle cx="7" cy="7" r="4.8" />
      <path d="M2 12 12 2" />
    </g>
  ),
  unknown: (
    <g fill="none" stroke="currentColor">
      <circle cx="7" cy="7" r="5.3" strokeWidth="1.3" strokeDasharray="2.2 2" />
      <path d="M5.6 5.7a1.5 1.5 0 1 1 2 1.5c-.4.2-.6.4-.6.9M7 9.7v.1" strokeWidth="1.2" strokeLinecap="round" />
    </g>
  ),
};

/** The shape alone, for places whose own words name the status; hidden from assistive technology. */
export function StatusShape({ status, size = 14 }: { status: DeviceStatus; size?: number }) {
  return (
    <svg
      className={styles.shape}
      data-status={status}
      width={size}
      height={size}
      viewBox="0 0 14 14"
      aria-hidden="true"
      focusable="false"
    >
      {shapes[status]}
    </svg>
  );
}

/** Shape and colour of a status around another text. */
export function Marked({
  status,
  size,
  children,
}: {
  status: DeviceStatus;
  size?: number | undefined;
  children: ReactNode;
}) {
  return (
    <span className={styles.mark} data-status={status}>
      <StatusShape status={status} {...(size === undefined ? {} : { size })} />
      {children}
    </span>
  );
}

/**
 * Shape and word of a device's status; never colour alone (design README, Accessibility). `word: 'hidden'`
 * leaves the word to assistive technology. Children are the reason, after the word.
 */
export function StatusMark({
  status,
  word = 'shown',
  size,
  children,
}: {
  status: DeviceStatus;
  word?: 'shown' | 'hidden';
  size?: number;
  children?: ReactNode;
}) {
  const t = useTranslations('status');
  return (
    <Marked status={status} size={size}>
      <span className={word === 'hidden' ? 'vh' : undefined}>{t(`status.${status}`)}</span>
      {children}
    </Marked>
  );
}
