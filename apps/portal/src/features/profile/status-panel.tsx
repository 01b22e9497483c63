import { severityOf } from '@platen/contract/advice';
import { dayMs } from '@platen/contract/constants';
import type { DeviceProfile } from '@platen/contract/details';
import type { StatusReason } from '@platen/contract/devices';
import { useFormatter, useTranslations } from 'use-intl/react';
import { SectionLink } from '../../device/panel-grid.tsx';
import { CodeLine, CodeReason } from '../../device-codes/code-reason.tsx';
import { Evidence } from '../../ui/evidence.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Unknown } from '../../ui/readout.tsx';
import { StatusMark, StatusShape } from '../../ui/status-mark.tsx';
import { useDates, useMinute } from '../../ui/use-dates.ts';
import { toOwnTexts, useReasonFormat } from '../../ui/use-reason-text.ts';
import styles from './profile.module.css';
import { heights, toShownReasons, toSignRows } from './profile-rows.ts';
import statusStyles from './status-panel.module.css';
import type { Later } from './use-later.ts';

/** Why the device has its status. Only an open error is a tinted band (design README, principle 2). */
export function StatusPanel({ profile, later }: { profile: DeviceProfile; later: Later }) {
  const t = useTranslations('profile');
  const { status } = profile;
  const reasons = toShownReasons(profile);
  const [first, ...others] = reasons;
  if (status === undefined) return null;
  if (status === 'error' && first !== undefined) {
    return (
      <>
        <Alarm reason={first} later={later} />
        {others.length === 0 ? null : (
          <Panel title={t('status.title')}>
            <Reasons reasons={others} later={later} />
          </Panel>
        )}
      </>
    );
  }
  return (
    <Panel title={t('status.title')} aside={<StatusMark status={status} />}>
      {reasons.length === 0 ? <p className="quiet">{t('status.none')}</p> : <Reasons reasons={reasons} later={later} />}
    </Panel>
  );
}

/** A threshold is reached, and a counter breaks, on a day of UTC, not at an instant. */
const ofDay: ReadonlySet<StatusReason['source']> = new Set(['code', 'counterBreak']);

/** 'open since 13:41' of the last 24 hours, else the day: both fit the line, at any hour. */
function useSince() {
  const t = useTranslations('profile');
  const format = useFormatter();
  const dates = useDates();
  const now = useMinute();
  return ({ source, since }: StatusReason): string | undefined => {
    if (since === undefined) return undefined;
    const at = new Date(since);
    if (ofDay.has(source)) return t('status.since', { time: format.dateTime(at, 'date', { timeZone: 'UTC' }) });
    return t('status.since', { time: now.getTime() - at.getTime() < dayMs ? dates.time(at) : dates.date(at) });
  };
}

function Alarm({ reason, later }: { reason: StatusReason; later: Later }) {
  const t = useTranslations('status.status');
  const since = useSince()(reason);
  return (
    <section className={styles.alarm} aria-label={t('error')}>
      <StatusShape status="error" />
      <div>
        <ReasonLine reason={reason} since={since} later={later} />
        {since === undefined || reason.source === 'deviceCode' ? null : <span>{since}</span>}
      </div>
    </section>
  );
}

const shapes = { error: 'error', warning: 'warning', info: 'unknown' } as const;

function Reasons({ reasons, later }: { reasons: readonly StatusReason[]; later: Later }) {
  const since = useSince();
  return (
    <ul className={statusStyles.reasons}>
      {reasons.map((reason) => (
        <li key={`${reason.source} ${reason.code} ${reason.text ?? ''} ${reason.since ?? ''}`}>
          <StatusShape status={reason.source === 'noReport' ? 'offline' : shapes[reason.severity]} />
          <div>
            <ReasonLine reason={reason} later={later} />
          </div>
          <span className={statusStyles.since}>{since(reason)}</span>
        </li>
      ))}
    </ul>
  );
}

/**
 * One reason: our text for it or the explained device code, then the device's own texts and further codes. An
 * explained code includes since when it is open, which saves a line.
 */
function ReasonLine({ reason, since, later }: { reason: StatusReason; since?: string | undefined; later: Later }) {
  const t = useTranslations('status');
  const format = useReasonFormat();
  const ours = format(reason);
  const isCode = reason.source === 'deviceCode';
  const codes = (reason.also ?? []).flatMap(({ source, code }) => (source === 'deviceCode' ? [code] : []));
  return (
    <>
      {isCode ? (
        <CodeReason code={reason.code} since={since} />
      ) : reason.source === 'code' && typeof later !== 'string' ? (
        <later.CodeAlert reason={reason} text={ours} />
      ) : (
        <b>{ours}</b>
      )}
      {reason.whoCanAct === undefined ? null : <span className={styles.own}>{t(`whoCanAct.${reason.whoCanAct}`)}</span>}
      {toOwnTexts(reason, ours).map((own) => (
        <span key={own} className={styles.own}>
          {own}
        </span>
      ))}
      {codes.map((code) => (
        <CodeLine key={code} code={code} className={styles.own} />
      ))}
    </>
  );
}

/** Rows at most; the failure sign screen has all. */
const shown = 6;

/**
 * How many components show a failure sign (PR-09). Until they have been computed nothing is claimed, not even
 * none.
 */
export function PredictionsPanel({ profile, later }: { profile: DeviceProfile; later: Later }) {
  const t = useTranslations('profile');
  const tabs = useTranslations('detail.tabs');
  const count = profile.failurePredictions.length;
  const rows = toSignRows(profile, heights.signs);
  const isComputed = count > 0 || (profile.predictedAt ?? null) !== null;
  // A device with Printer-MIB only sends nothing to judge by, which is not the same as no sign.
  const isSilent = count === 0 && profile.judgedComponents === 0;
  return (
    <Panel
      title={t('failurePredictions.title')}
      aside={
        <>
          {typeof later === 'string' ? null : <later.VisitAhead profile={profile} />}{' '}
          <SectionLink to="failuresign" deviceId={profile.deviceId}>
            {tabs('failureSign')}
          </SectionLink>
        </>
      }
    >
      {profile.stopRisk === undefined ? null : (
        <div className={statusStyles.riskPlace}>
          {typeof later === 'string' ? null : <later.StopRisk risk={profile.stopRisk} />}
        </div>
      )}
      <div className={count === 0 ? undefined : statusStyles.predicted}>
        <p className={styles.figure}>
          {isSilent ? (
            <Unknown boxed>{t('failurePredictions.nothingToJudge')}</Unknown>
          ) : isComputed ? (
            <>
              <Evidence title={t('failurePredictions.title')} note={t('made.predictions')}>
                <b>{count}</b>
              </Evidence>
              {count === 0 ? <span>{t('failurePredictions.noneRecorded')}</span> : null}
            </>
          ) : (
            <Unknown boxed>{t('failurePredictions.notComputed')}</Unknown>
          )}
        </p>
        {count === 0 ? null : (
          // Where three lines of each fit, the advice stands whole below its part.
          <ul className={statusStyles.signs} data-roomy={count * 3 <= rows || undefined}>
            {profile.failurePredictions.slice(0, shown).map((prediction, at) => (
              <li key={prediction.component} data-tall={at >= rows || undefined}>
                <StatusShape status={severityOf(prediction.messageId) === 'now' ? 'error' : 'warning'} />
                {typeof later === 'string' ? null : <later.SignText prediction={prediction} />}
              </li>
            ))}
          </ul>
        )}
        {typeof later === 'string' ? null : <later.More count={count - rows} countTall={count - shown} />}
      </div>
    </Panel>
  );
}
