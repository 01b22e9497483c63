import type { RuleWords } from '@platen/catalogue/rule-sentence';
import type { TrialResult } from '@platen/contract/rule-trials';
import type { RuleForm } from '@platen/contract/rules';
import { useTranslations } from 'use-intl/react';
import { findOther, numberOf, type OtherNumber, withNumber } from './other-forms.ts';
import otherwiseStyles from './otherwise.module.css';
import { Part } from './part.tsx';
import styles from './trial.module.css';

interface OtherwiseProps {
  readonly result: TrialResult;
  readonly tried: RuleForm;
  readonly form: RuleForm;
  readonly words: RuleWords;
  readonly onChange: ((form: RuleForm) => void) | undefined;
}

/**
 * Firings of every other form at once (BT-12): the curve of the value, and each other number with its counts.
 */
export function Otherwise({ result, tried, form, words, onChange }: OtherwiseProps) {
  const t = useTranslations('ruleTrial.otherwise');
  const { otherwise, days } = result;
  const [test] = tried.tests;
  if (test === undefined || Object.values(otherwise).every((list) => list.length < 2)) return null;
  const chosen = findOther(form, tried, otherwise);
  const toText = (name: OtherNumber, value: number): string => {
    if (name === 'openDelayMinutes') return value === 0 ? t('atOnce') : words.span(value);
    return name === 'windowHours' ? words.span(value * 60) : words.amount(test.metric, value);
  };
  /** The number that the form has now, where the trial knows its count. */
  const present = (name: OtherNumber): number | undefined =>
    chosen?.name === name ? chosen.value : chosen === undefined ? undefined : numberOf(tried, name);
  const shared = (name: OtherNumber) => ({
    options: otherwise[name],
    present: present(name),
    tried: numberOf(tried, name),
    toText: (value: number) => toText(name, value),
    onPick: onChange === undefined ? undefined : (value: number) => onChange(withPicked(form, tried, name, value)),
  });
  return (
    <Part title={t('title')} note={t('note', { days })}>
      <div className={otherwiseStyles.otherwise}>
        {otherwise.value.length < 2 ? null : <Curve {...shared('value')} label={t('value')} />}
        <div className={otherwiseStyles.choices}>
          {(['windowHours', 'openDelayMinutes', 'clear'] as const).map((name) =>
            otherwise[name].length < 2 ? null : <Choices key={name} {...shared(name)} label={t(name)} />,
          )}
        </div>
      </div>
    </Part>
  );
}

/** The tried form with another number, under the name and notes of the present one. */
const withPicked = (form: RuleForm, tried: RuleForm, name: OtherNumber, value: number): RuleForm => {
  const { scope, tests, openDelayMinutes, clearDelayMinutes } = withNumber(tried, name, value);
  return { ...form, scope, tests, openDelayMinutes, clearDelayMinutes };
};

interface NumberProps {
  readonly label: string;
  readonly options: TrialResult['otherwise']['value'];
  /** Undefined: the form has another one, or differs elsewhere. */
  readonly present: number | undefined;
  readonly tried: number | undefined;
  readonly toText: (value: number) => string;
  readonly onPick: ((value: number) => void) | undefined;
}

/** Firings for every value as steps; the slider under it is one of the browser's own. */
function Curve({ label, options, present, tried, toText, onPick }: NumberProps) {
  const t = useTranslations('ruleTrial.otherwise');
  const most = Math.max(1, ...options.map(({ times }) => times));
  const last = options.length - 1;
  const index = options.findIndex(({ value }) => value === present);
  const shown = options[index];
  const x = (at: number) => (at / last) * 100;
  const y = (times: number) => 100 - (times / most) * 100;
  const steps = options
    .map(({ times }, at) => `${at === 0 ? 'M' : 'H'}${x(at)}${at === 0 ? ' ' : 'V'}${y(times)}`)
    .join('');
  const ticks = new Set([0, Math.round(last / 2), last]);
  return (
    <div className={otherwiseStyles.curve}>
      <div className={otherwiseStyles.plot} aria-hidden="true">
        <span className={otherwiseStyles.most}>{most}</span>
        <svg viewBox="0 0 100 100" preserveAspectRatio="none">
          <path className={otherwiseStyles.area} d={`${steps}V100H0Z`} />
          <path className={styles.line} d={steps} />
        </svg>
        {shown === undefined ? null : (
          <>
            <i className={otherwiseStyles.rule} style={{ insetInlineStart: `${x(index)}%` }} />
            <i
              className={otherwiseStyles.knob}
              style={{ insetInlineStart: `${x(index)}%`, insetBlockStart: `${y(shown.times)}%` }}
            />
            <b
              className={otherwiseStyles.at}
              data-side={index > last / 2 ? 'start' : 'end'}
              style={{ insetInlineStart: `${x(index)}%` }}
            >
              {t('at', { times: shown.times, value: toText(shown.value) })}
            </b>
          </>
        )}
      </div>
      <input
        type="range"
        className={otherwiseStyles.slider}
        data-print="none"
        aria-label={label}
        aria-valuetext={shown === undefined ? undefined : t('at', { times: shown.times, value: toText(shown.value) })}
        min={0}
        max={last}
        step={1}
        disabled={onPick === undefined}
        value={index < 0 ? options.findIndex(({ value }) => value === tried) : index}
        onChange={({ currentTarget }) => {
          const picked = options[Number(currentTarget.value)];
          if (picked !== undefined) onPick?.(picked.value);
        }}
      />
      <div className={otherwiseStyles.ticks} aria-hidden="true">
        {options.map(({ value }, at) =>
          ticks.has(at) ? (
            <span
              key={value}
              style={{ insetInlineStart: `${x(at)}%` }}
              data-end={at === 0 ? 'start' : at === last ? 'end' : undefined}
            >
              {toText(value)}
            </span>
          ) : null,
        )}
      </div>
    </div>
  );
}

/** A few other numbers, each with its count. */
function Choices({ label, options, present, toText, onPick }: NumberProps) {
  const t = useTranslations('ruleTrial.otherwise');
  return (
    <fieldset className={styles.choice} disabled={onPick === undefined}>
      <legend>{label}</legend>
      {options.map(({ value, times }) => (
        <button key={value} type="button" aria-pressed={value === present} onClick={() => onPick?.(value)}>
          {toText(value)} <b>{t('times', { count: times })}</b>
        </button>
      ))}
    </fieldset>
  );
}
