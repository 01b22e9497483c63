import type { RuleWords } from '@platen/catalogue/rule-sentence';
import type { TrialResult } from '@platen/contract/rule-trials';
import type { RuleForm, RuleTest } from '@platen/contract/rules';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { Button } from '../../../ui/button.tsx';
import { Part } from './part.tsx';
import styles from './trial.module.css';
import { nextDay, placeOf, useTrialDays } from './trial-days.ts';

interface ExampleProps {
  readonly result: TrialResult;
  readonly tried: RuleForm;
  readonly words: RuleWords;
}

type OneExample = TrialResult['examples'][number];

/**
 * One firing in full: each test with its values by day, and with those at each opening and clearing (BT-07).
 */
export function Example({ result, tried, words }: ExampleProps) {
  const t = useTranslations('ruleTrial.example');
  const [index, setIndex] = useState(0);
  const day = useTrialDays();
  const { examples } = result;
  const example = examples[index % Math.max(1, examples.length)];
  if (example === undefined) return null;
  return (
    <Part
      title={t('title')}
      note={[example.serial ?? example.deviceId, example.customerName, example.subject].filter(Boolean).join(', ')}
      aside={
        examples.length < 2 ? undefined : (
          <Button variant="quiet" onClick={() => setIndex(index + 1)}>
            {t('next')}
          </Button>
        )
      }
    >
      {tried.tests.map((test, place) => {
        const series = example.tests[place] ?? [];
        return series.some(({ value }) => value !== null) ? (
          <Series
            key={JSON.stringify(test)}
            test={test}
            series={series}
            example={example}
            result={result}
            words={words}
          />
        ) : null;
      })}
      <ol className={styles.steps}>
        {example.steps.map(({ at, change, tests }) => (
          <li key={`${at} ${change}`}>
            <b>{t(change, { day: day(at.slice(0, 10)) })}</b>{' '}
            {tried.tests
              .map((test, place) => {
                const measured = tests[place];
                const found =
                  measured === null || measured === undefined ? undefined : words.found(test.metric, measured);
                return `${words.metric(test.metric)}: ${found ?? '-'}`;
              })
              .join('; ')}
          </li>
        ))}
      </ol>
    </Part>
  );
}

interface SeriesProps {
  readonly test: RuleTest;
  readonly series: OneExample['tests'][number];
  readonly example: OneExample;
  readonly result: TrialResult;
  readonly words: RuleWords;
}

/** The values of one test by day as a line, with the values that open and clear, and the firings below. */
function Series({ test, series, example, result, words }: SeriesProps) {
  const t = useTranslations('ruleTrial.example');
  const day = useTrialDays();
  const { from, to } = result;
  const values = series.flatMap(({ value }) => (value === null ? [] : [value]));
  const limits = [test.value, test.clear].filter((one) => one !== undefined);
  const most = Math.max(1e-9, ...values, ...limits) * 1.08;
  const least = Math.min(0, ...values, ...limits);
  const y = (value: number) => 100 - ((value - least) / (most - least)) * 100;
  // After a day without a value the line begins again; a day by itself is a dot.
  const line = series
    .map(({ day: at, value }, index) =>
      value === null
        ? ''
        : `${(series[index - 1]?.value ?? null) === null ? 'M' : 'L'}${placeOf(at, from, to) * 100} ${y(value)}h0`,
    )
    .join('');
  const label = t('series', {
    test: words.test(test),
    from: day(from),
    to: day(to),
    most: words.amount(test.metric, Math.max(...values)),
  });
  return (
    <figure className={styles.series}>
      <figcaption className="vh">{label}</figcaption>
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        <path className={styles.line} d={line} />
      </svg>
      {test.value === undefined ? null : (
        <span className={styles.limit} data-limit="opens" style={{ insetBlockStart: `${y(test.value)}%` }}>
          <small>{t('opensAt', { value: words.amount(test.metric, test.value) })}</small>
        </span>
      )}
      {test.clear === undefined ? null : (
        <span className={styles.limit} style={{ insetBlockStart: `${y(test.clear)}%` }}>
          <small>{t('clearsAt', { value: words.amount(test.metric, test.clear) })}</small>
        </span>
      )}
      <span className={styles.fired} aria-hidden="true">
        {example.firings.map(({ from: first, to: last }) => (
          <i
            key={first}
            style={{
              insetInlineStart: `${placeOf(first, from, to) * 100}%`,
              insetInlineEnd: `${(1 - placeOf(nextDay(last ?? to), from, to)) * 100}%`,
            }}
          />
        ))}
      </span>
      <span className={styles.ends} aria-hidden="true">
        <span>{day(from)}</span>
        <span>{day(to)}</span>
      </span>
    </figure>
  );
}
