import { isKeyOf } from '@platen/catalogue/supply-phrase';
import { mostOverlap, type TrialResult } from '@platen/contract/rule-trials';
import { useMessages, useTranslations } from 'use-intl/react';
import { Readout, Unknown } from '../../../ui/readout.tsx';
import { StatusShape } from '../../../ui/status-mark.tsx';
import styles from './trial.module.css';

/**
 * What is known of the firings besides: what followed, what was missed, what others found as well (BT-08,
 * BT-09).
 */
export function Followed({ result }: { readonly result: TrialResult }) {
  const t = useTranslations('ruleTrial.followed');
  const { conditionKinds } = useMessages();
  const { times, followed, overlap, overlapBy, nearMisses } = result;
  const isMuch = times > 0 && overlap / times > mostOverlap;
  const by = overlapBy.map(({ kind, rule, times: count }) =>
    t('overlapBy', { kind: rule ?? (isKeyOf(conditionKinds, kind) ? conditionKinds[kind] : kind), times: count }),
  );
  return (
    <section className={styles.part}>
      <dl className={styles.followed}>
        <Readout
          label={t('title')}
          size={16}
          note={
            followed === null ? undefined : (
              <small>
                {[
                  ...(followed.visits === null ? [] : [t('visits', { count: followed.visits })]),
                  t('replacements', { count: followed.replacements }),
                  t('serviceCalls', { count: followed.serviceCalls }),
                ].join(', ')}
              </small>
            )
          }
        >
          {followed === null ? <Unknown>{t('unknown')}</Unknown> : t('of', { count: followed.firings, of: times })}
        </Readout>
        <Readout label={t('missed')} size={16} note={<small>{t('missedNote')}</small>}>
          {followed === null ? (
            <Unknown>{t('unknown')}</Unknown>
          ) : (
            t('of', { count: followed.missed, of: followed.events })
          )}
        </Readout>
        <Readout label={t('overlap')} size={16} note={by.length === 0 ? undefined : <small>{by.join(', ')}</small>}>
          {t('of', { count: overlap, of: times })}
        </Readout>
        <Readout label={t('near')} size={16} note={<small>{t('nearNote')}</small>}>
          {nearMisses}
        </Readout>
      </dl>
      {isMuch ? (
        <p className={styles.much}>
          <StatusShape status="warning" /> {t('overlapMuch')}
        </p>
      ) : null}
    </section>
  );
}
