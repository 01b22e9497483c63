import type { RuleWords } from '@platen/catalogue/rule-sentence';
import type { TrialAnswer, TrialResult } from '@platen/contract/rule-trials';
import type { RuleForm } from '@platen/contract/rules';
import { useFormatter, useTranslations } from 'use-intl/react';
import { Readout } from '../../../ui/readout.tsx';
import { useDates, useMinute } from '../../../ui/use-dates.ts';
import { Compared } from './compared.tsx';
import { Example } from './example.tsx';
import { Followed } from './followed.tsx';
import { findOther } from './other-forms.ts';
import { Otherwise } from './otherwise.tsx';
import styles from './trial.module.css';
import { useTrialDays } from './trial-days.ts';
import type { Asked } from './use-trial.ts';
import { Where } from './where.tsx';

interface OutcomeProps {
  readonly asked: Asked;
  readonly answer: TrialAnswer;
  /** The form as it stands now. */
  readonly form: RuleForm;
  readonly words: RuleWords;
  readonly onChange: ((form: RuleForm) => void) | undefined;
}

/** What came of a trial: first what it could look at at all (BT-03), then what would have fired. */
export function TrialOutcome({ asked, answer, form, words, onChange }: OutcomeProps) {
  const t = useTranslations('ruleTrial');
  const day = useTrialDays();
  const dates = useDates();
  const now = useMinute();
  const { result, comparison } = answer;
  const other = findOther(form, asked.form, result.otherwise);
  return (
    <>
      <p className={styles.until}>
        {t('until', { days: result.days, day: day(result.to), time: dates.moment(new Date(answer.triedAt), now) })}
      </p>
      {other === undefined ? <p className={styles.stale}>{t('stale')}</p> : null}
      {result.canBeTried ? null : (
        <p className={styles.cannot} role="alert">
          {t('cannot')}
        </p>
      )}
      {result.canBeTried ? <Figures result={result} /> : null}
      <Coverage result={result} />
      {result.canBeTried ? (
        <>
          <Notes result={result} />
          {comparison === null ? null : <Compared result={result} comparison={comparison} />}
          <Otherwise result={result} tried={asked.form} form={form} words={words} onChange={onChange} />
          <Where result={result} words={words} />
          <Example key={answer.triedAt} result={result} tried={asked.form} words={words} />
          <Followed result={result} />
        </>
      ) : null}
      <p className={styles.foot}>{t('notTried')}</p>
    </>
  );
}

function Figures({ result }: { readonly result: TrialResult }) {
  const t = useTranslations('ruleTrial');
  const format = useFormatter();
  const { times, devices, days, lastedMedianDays, lastedLongestDays } = result;
  return (
    <>
      <p className={styles.summary}>{times === 0 ? t('nothing', { days }) : t('summary', { times, devices, days })}</p>
      <dl className={styles.figures}>
        <Readout label={t('figures.times')} size={28} unit={t('units.times', { count: times })}>
          {format.number(times)}
        </Readout>
        <Readout label={t('figures.devices')} unit={t('units.devices', { count: devices })}>
          {format.number(devices)}
        </Readout>
        <Readout label={t('figures.firingNow')}>{format.number(result.firingNow)}</Readout>
        <Readout label={t('figures.mostTogether')}>{format.number(result.mostTogether)}</Readout>
        <Readout
          label={t('figures.lasted')}
          unit={lastedLongestDays === null ? undefined : t('units.longest', { days: format.number(lastedLongestDays) })}
        >
          {lastedMedianDays === null ? '-' : t('lastedDays', { days: lastedMedianDays })}
        </Readout>
        <Readout label={t('figures.crowdedDays')} unit={t('units.days', { count: result.crowdedDays })}>
          {format.number(result.crowdedDays)}
        </Readout>
      </dl>
    </>
  );
}

/** Devices and days that have the values (BT-03), before any count is believed. */
function Coverage({ result: { coverage } }: { readonly result: TrialResult }) {
  const t = useTranslations('ruleTrial.coverage');
  const day = useTrialDays();
  const { inScope, reporting, daysWith, daysWithout, firstDay, slower } = coverage;
  const all = daysWith + daysWithout;
  return (
    <div className={styles.coverage}>
      <span className={styles.bar} aria-hidden="true">
        <i style={{ inlineSize: `${all === 0 ? 0 : (daysWith / all) * 100}%` }} />
      </span>
      <p>
        <b>{t('scope', { devices: inScope, reporting })}</b>
        <span>{t('days', { with: daysWith, all })}</span>
        {daysWithout === 0 ? null : <span className={styles.without}>{t('without', { days: daysWithout })}</span>}
        {firstDay === null ? null : <span>{t('first', { day: day(firstDay) })}</span>}
      </p>
      {slower === 0 ? null : <p>{t('slower', { count: slower })}</p>}
    </div>
  );
}

/** What the count does not know (BT-05, BT-06, BT-13). */
function Notes({ result: { sample, isByDay, afterwards, coverage, flickering } }: { readonly result: TrialResult }) {
  const t = useTranslations('ruleTrial');
  const day = useTrialDays();
  if (sample === null && !isByDay && afterwards === null && flickering === 0) return null;
  return (
    <ul className={styles.notes}>
      {sample === null ? null : <li>{t('sample', { ...sample, tried: coverage.tried })}</li>}
      {flickering === 0 ? null : <li>{t('flickering', { count: flickering })}</li>}
      {isByDay ? <li>{t('byDay')}</li> : null}
      {afterwards === null ? null : (
        <li>{afterwards.until === null ? t('afterwards') : t('afterwardsUntil', { day: day(afterwards.until) })}</li>
      )}
    </ul>
  );
}
