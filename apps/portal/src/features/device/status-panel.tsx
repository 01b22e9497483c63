import type { DeviceProfile } from '@platen/contract/details';
import type { StatusReason } from '@platen/contract/devices';
import { useTranslations } from 'use-intl/react';
import { Panel } from '../../ui/panel.tsx';
import { StatusMark, StatusShape } from '../../ui/status-mark.tsx';
import { toOwnWords } from '../../ui/status-reason.ts';
import { useMinute } from '../../ui/use-age.ts';
import { useDates } from '../../ui/use-dates.ts';
import { useReasonFormat } from '../../ui/use-reason-text.ts';
import styles from './profile.module.css';

/** Why the device has its status. Only an open error is a tinted band (design README, principle 2). */
export function StatusPanel({ profile }: { profile: DeviceProfile }) {
  const t = useTranslations('profile');
  const { status, statusReasons = [] } = profile;
  const [first, ...others] = statusReasons;
  if (status === undefined) return null;
  if (status === 'error' && first !== undefined) {
    return (
      <>
        <Alarm reason={first} />
        {others.length === 0 ? null : (
          <Panel title={t('status.title')}>
            <Reasons reasons={others} />
          </Panel>
        )}
      </>
    );
  }
  return (
    <Panel title={t('status.title')} aside={<StatusMark status={status} />}>
      {statusReasons.length === 0 ? <p className="quiet">{t('status.none')}</p> : <Reasons reasons={statusReasons} />}
    </Panel>
  );
}

/** 'open since 13:41', with the day when it was not today. */
function useSince() {
  const t = useTranslations('profile');
  const dates = useDates();
  const now = useMinute();
  return ({ since }: StatusReason): string | undefined =>
    since === undefined ? undefined : t('status.since', { time: dates.moment(new Date(since), now) });
}

function Alarm({ reason }: { reason: StatusReason }) {
  const t = useTranslations('status.status');
  const words = useReasonFormat();
  const since = useSince()(reason);
  return (
    <section className={styles.alarm} aria-label={t('error')}>
      <StatusShape status="error" />
      <div>
        <b>{words(reason)}</b>
        {toOwnWords(reason, words(reason)).map((own) => (
          <span key={own}>{own}</span>
        ))}
        {since === undefined ? null : <span>{since}</span>}
      </div>
    </section>
  );
}

const shapes = { error: 'error', warning: 'warning', info: 'unknown' } as const;

function Reasons({ reasons }: { reasons: readonly StatusReason[] }) {
  const words = useReasonFormat();
  const since = useSince();
  return (
    <ul className={styles.reasons}>
      {reasons.map((reason) => (
        <li key={`${reason.source} ${reason.code} ${reason.text ?? ''} ${reason.since ?? ''}`}>
          <StatusShape status={reason.source === 'noReport' ? 'offline' : shapes[reason.severity]} />
          <span>
            {words(reason)}
            {toOwnWords(reason, words(reason)).map((own) => (
              <span key={own} className={styles.own}>
                {own}
              </span>
            ))}
          </span>
          <span className={styles.since}>{since(reason)}</span>
        </li>
      ))}
    </ul>
  );
}
