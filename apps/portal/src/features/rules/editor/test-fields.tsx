import type { RuleWords } from '@platen/catalogue/rule-sentence';
import { storagePorts } from '@platen/catalogue/storage-health';
import { signSubjects } from '@platen/contract/advice-ids';
import { paperSources, tonerColors } from '@platen/contract/report-sections';
import { type RuleSubject, ruleMetricNames, traitsOf } from '@platen/contract/rule-metrics';
import type { RuleTest } from '@platen/contract/rules';
import { useTranslations } from 'use-intl/react';
import { IconButton } from '../../../ui/button.tsx';
import styles from './editor.module.css';
import { codesExample, settingExample } from './examples.ts';
import fieldStyles from './fields.module.css';
import { SentenceNumber, SentenceSelect, SentenceSpan, SentenceText } from './fields.tsx';
import { newTest, withComparison, withValue } from './rule-draft.ts';
import type { FaultOf } from './use-faults.ts';

interface TestFieldsProps {
  readonly test: RuleTest;
  readonly index: number;
  readonly words: RuleWords;
  readonly faultOf: FaultOf;
  readonly onChange: (test: RuleTest) => void;
  /** Undefined: it is the only test. */
  readonly onRemove: (() => void) | undefined;
}

/** One test as a sentence with fields; which ones there are is decided by the table of metrics alone. */
export function TestFields({ test, index, words, faultOf, onChange, onRemove }: TestFieldsProps) {
  const t = useTranslations('rules');
  const { metric, comparison } = test;
  const { comparisons, subject, isSilence } = traitsOf(metric);
  const phraseOf =
    comparison !== 'present' ? comparison : metric === 'totalCrosses' || metric === 'newDevice' ? metric : undefined;
  const fault = (field: keyof RuleTest) => faultOf(`tests.${index}.${field}`);
  return (
    <li className={styles.test}>
      {index === 0 ? null : <span>{t('form.and')} </span>}
      <SentenceSelect
        label={t('form.metric')}
        value={metric}
        options={ruleMetricNames.map((value) => ({ value, label: words.metric(value) }))}
        onChange={(next) => onChange(newTest(next))}
      />{' '}
      {subject === undefined ? null : (
        <>
          {t('form.of')}{' '}
          <SubjectField
            kind={subject}
            subject={test.subject}
            isRequired={traitsOf(metric).isSubjectRequired === true}
            words={words}
            problem={fault('subject')}
            onChange={(next) => onChange({ ...test, subject: next })}
          />{' '}
        </>
      )}
      {comparisons.length === 1 ? (
        <span className={styles.phrase}>{phraseOf === undefined ? null : `${t(`comparisons.${phraseOf}`)} `}</span>
      ) : (
        <>
          <SentenceSelect
            label={t('form.comparison')}
            value={comparison}
            options={comparisons.map((value) => ({
              value,
              label: value === 'present' ? '' : t(`comparisons.${value}`),
            }))}
            onChange={(next) => onChange(withComparison(test, next))}
          />{' '}
        </>
      )}
      <ValueFields test={test} words={words} fault={fault} onChange={onChange} />
      {isSilence === true ? (
        <label className={styles.word}>
          <input
            type="checkbox"
            checked={test.missingFires === true}
            onChange={({ currentTarget }) =>
              onChange({ ...test, missingFires: currentTarget.checked ? true : undefined })
            }
          />
          {t('form.missingFires')}
        </label>
      ) : null}
      {onRemove === undefined ? null : (
        <IconButton
          icon="close"
          className={styles.removeTest}
          label={t('form.removeTest', { number: index + 1 })}
          onClick={onRemove}
        />
      )}
    </li>
  );
}

interface ValueFieldsProps extends Pick<TestFieldsProps, 'test' | 'words' | 'onChange'> {
  readonly fault: (field: keyof RuleTest) => string | undefined;
}

/** What the metric is compared with: a number, words or a text, and over which time. */
function ValueFields({ test, words, fault, onChange }: ValueFieldsProps) {
  const t = useTranslations('rules');
  const { metric, comparison } = test;
  const { number, words: choices, isText, window, leastFeeds } = traitsOf(metric);
  return (
    <>
      {number === undefined || comparison === 'changed' ? null : (
        <>
          <SentenceNumber
            label={t('form.value')}
            value={test.value}
            problem={fault('value')}
            onChange={(value) => onChange(withValue(test, value))}
          />{' '}
          {number.unit === 'number' || number.unit === 'share' ? null : `${t(`valueUnits.${number.unit}`)} `}
        </>
      )}
      {choices === undefined ? null : (
        <WordChoice
          label={t('form.word')}
          options={choices.map((value) => ({ value, label: words.word(metric, value) }))}
          chosen={test.words ?? []}
          problem={fault('words')}
          onChange={(chosen) => onChange({ ...test, words: chosen.length === 0 ? undefined : chosen })}
        />
      )}
      {isText === true ? (
        <SentenceText
          label={t('form.text')}
          value={test.text ?? ''}
          maxLength={100}
          problem={fault('text')}
          onChange={(text) => onChange({ ...test, text: text.trim() === '' ? undefined : text })}
        />
      ) : null}
      {window === undefined ? null : (
        <>
          {t('form.over')}{' '}
          <SentenceSpan
            label={t('form.window')}
            minutes={(test.windowHours ?? Number.NaN) * 60}
            units={window.least < 24 ? ['hours', 'days'] : ['days']}
            problem={fault('windowHours')}
            onChange={(minutes) => onChange({ ...test, windowHours: Number.isNaN(minutes) ? undefined : minutes / 60 })}
          />{' '}
        </>
      )}
      {leastFeeds === undefined ? null : (
        <>
          {t('form.least')}{' '}
          <SentenceNumber
            label={t('form.leastFeeds')}
            value={test.leastFeeds}
            problem={fault('leastFeeds')}
            onChange={(feeds) => onChange({ ...test, leastFeeds: feeds })}
          />{' '}
          {t('form.sheets')}
        </>
      )}
    </>
  );
}

/** Subjects of a kind that are chosen from a list; the others are typed. */
const listed: Readonly<Partial<Record<RuleSubject, readonly string[]>>> = {
  paperSource: paperSources,
  supply: [...tonerColors, 'waste'],
  colour: tonerColors,
  component: signSubjects(),
  port: storagePorts.map(String),
};

interface SubjectProps {
  readonly kind: RuleSubject;
  readonly subject: string | undefined;
  readonly isRequired: boolean;
  readonly words: RuleWords;
  readonly problem: string | undefined;
  readonly onChange: (subject: string | undefined) => void;
}

/** What a test is about, or any of its kind. */
function SubjectField({ kind, subject, isRequired, words, problem, onChange }: SubjectProps) {
  const t = useTranslations('rules.form');
  const known = listed[kind];
  if (known === undefined) {
    const hints = {
      codes: t('codesHint', { example: codesExample }),
      setting: t('settingHint', { example: settingExample }),
      part: t('partHint'),
    };
    const hint = kind === 'codes' || kind === 'setting' || kind === 'part' ? hints[kind] : undefined;
    return (
      <SentenceText
        label={hint === undefined ? t('subject') : `${t('subject')}: ${hint}`}
        size={kind === 'codes' ? 20 : 11}
        value={subject ?? ''}
        hint={isRequired ? (kind === 'setting' ? settingExample : codesExample) : words.subject(kind, undefined)}
        problem={problem}
        onChange={(text) => onChange(text.trim() === '' ? undefined : text)}
      />
    );
  }
  // A subject of a device of another make stays, though the list does not have it.
  const options = subject === undefined || known.includes(subject) ? known : [...known, subject];
  return (
    <SentenceSelect
      label={t('subject')}
      value={subject ?? ''}
      options={[
        { value: '', label: words.subject(kind, undefined) },
        ...options.map((value) => ({ value, label: words.subject(kind, value) })),
      ]}
      problem={problem}
      onChange={(next) => onChange(next === '' ? undefined : next)}
    />
  );
}

interface WordsProps {
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly chosen: readonly string[];
  readonly problem: string | undefined;
  readonly onChange: (chosen: string[]) => void;
}

/** Some of the words that a value can take. */
function WordChoice({ label, options, chosen, problem, onChange }: WordsProps) {
  return (
    <fieldset className={styles.words}>
      <legend className="vh">{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={styles.word}>
          <input
            type="checkbox"
            aria-invalid={problem !== undefined}
            checked={chosen.includes(option.value)}
            onChange={({ currentTarget }) =>
              onChange(
                options
                  .map(({ value }) => value)
                  .filter((value) => (value === option.value ? currentTarget.checked : chosen.includes(value))),
              )
            }
          />
          {option.label}
        </label>
      ))}
      {problem === undefined ? null : (
        <span className={fieldStyles.problem} role="alert">
          {problem}
        </span>
      )}
    </fieldset>
  );
}
