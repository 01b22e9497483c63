import type { DeviceProfile } from '@platen/contract/details';
import { useFormatter, useTranslations } from 'use-intl/react';
import { toColorPercent } from '../../device/figures.ts';
import { SectionLink } from '../../device/panel-grid.tsx';
import { Evidence } from '../../ui/evidence.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Readout, Unknown } from '../../ui/readout.tsx';
import styles from './profile.module.css';
import { type PageSplit, toPageSplit } from './profile-rows.ts';

/** Total pages with their unit, average monthly pages, colour ratio (PR-10..PR-12). */
export function CounterPanel({ profile }: { profile: DeviceProfile }) {
  const t = useTranslations('profile');
  const common = useTranslations('common');
  const format = useFormatter();
  const { counter, counterUnit, history, continuedTotal, isMonochrome = false } = profile;
  const split = isMonochrome ? undefined : toPageSplit(profile.pages);
  const notReported = <Unknown boxed>{common('notReported')}</Unknown>;
  return (
    <Panel
      className={styles.counter}
      title={t('counter')}
      aside={
        <SectionLink to="counter" deviceId={profile.deviceId}>
          {t('counter')}
        </SectionLink>
      }
    >
      <dl className={styles.pairs}>
        <Readout
          label={t('totalPages')}
          size={28}
          unit={
            counter.total === null || !counterUnit ? undefined : common(`unit.${counterUnit}`, { count: counter.total })
          }
          note={
            continuedTotal === undefined ? null : (
              <small className={styles.own}>
                {t(`continuedTotal.${continuedTotal.isAssumed ? 'assumed' : 'known'}`, { total: continuedTotal.total })}
              </small>
            )
          }
        >
          <Evidence title={t('totalPages')} path="counter.total">
            {counter.total === null ? notReported : format.number(counter.total)}
          </Evidence>
        </Readout>
        <Readout label={t('amp')} unit={counter.AMP === null ? undefined : t('pagesPerMonth')}>
          {counter.AMP !== null ? (
            <Evidence title={t('amp')} path="counter.AMP" note={t('made.amp')}>
              {format.number(counter.AMP, 'integer')}
            </Evidence>
          ) : history === undefined || history.days >= history.neededDays ? (
            notReported
          ) : (
            <Unknown boxed>{t('ampTooShort', { days: history.days, needed: history.neededDays })}</Unknown>
          )}
        </Readout>
        <Readout label={t('colorRatio')}>
          {isMonochrome ? (
            <span className="quiet">{common('notFitted')}</span>
          ) : (
            <Evidence title={t('colorRatio')} path="counter.colorRate">
              {counter.colorRate === null
                ? notReported
                : `${format.number(toColorPercent(counter.colorRate), 'oneDecimal')}%`}
            </Evidence>
          )}
          {split === undefined ? null : <Split split={split} />}
        </Readout>
      </dl>
    </Panel>
  );
}

/** Black and colour pages as two lengths of one bar, with their figures below. */
function Split({ split }: { split: PageSplit }) {
  const t = useTranslations('profile');
  const format = useFormatter();
  return (
    <div className={styles.splitGroup}>
      <div
        className={styles.split}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn by CSS, there is no file
        role="img"
        aria-label={t('ratioLabel', { black: split.black, color: split.color })}
      >
        <i style={{ flexGrow: split.black }} />
        <i style={{ flexGrow: split.color }} />
      </div>
      <div className={styles.splitLabels}>
        <span>
          {t('black')}{' '}
          <Evidence title={t('black')} path="counter.black" note={t('made.pages')}>
            {format.number(split.black)}
          </Evidence>
        </span>
        <span>
          {t('color')}{' '}
          <Evidence title={t('color')} path="counter.color" note={t('made.pages')}>
            {format.number(split.color)}
          </Evidence>
        </span>
      </div>
    </div>
  );
}
