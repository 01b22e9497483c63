import { severityOf } from '@platen/contract/advice';
import type { DeviceProfile } from '@platen/contract/details';
import { useTranslations } from 'use-intl/react';
import { SectionLink } from '../../device/section-link.tsx';
import { Evidence } from '../../ui/evidence.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Unknown } from '../../ui/readout.tsx';
import { StatusShape } from '../../ui/status-mark.tsx';
import { heights } from './heights.ts';
import styles from './profile.module.css';
import { toSignRows } from './shown-rows.ts';
import type { Later } from './use-later.ts';

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
        <SectionLink to="failuresign" deviceId={profile.deviceId}>
          {tabs('failureSign')}
        </SectionLink>
      }
    >
      {profile.stopRisk === undefined ? null : (
        <div className={styles.riskPlace}>
          {typeof later === 'string' ? null : <later.StopRisk risk={profile.stopRisk} />}
        </div>
      )}
      <div className={count === 0 ? undefined : styles.predicted}>
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
          <ul className={styles.signs} data-roomy={count * 3 <= rows || undefined}>
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
