import { intlTag, locales } from '@platen/catalogue/locale';
import type { RuleWords, ScopeNames } from '@platen/catalogue/rule-sentence';
import { type RuleForm, type RuleTest, ruleLimits } from '@platen/contract/rules';
import { actors, priorities } from '@platen/contract/worklist-names';
import { Suspense, use, useId } from 'react';
import { IntlProvider, useTranslations } from 'use-intl/react';
import { environment } from '../../../platform/environment.ts';
import { loadRuleWords } from '../../../rule-words/load-rule-words.ts';
import { useRuleWords } from '../../../rule-words/use-rule-words.ts';
import { Button, Icon } from '../../../ui/button.tsx';
import styles from './editor.module.css';
import { Part, SentenceNumber, SentenceSelect, SentenceSpan } from './fields.tsx';
import { newTest, proposalOf } from './rule-draft.ts';
import { TestFields } from './test-fields.tsx';
import type { FaultOf } from './use-faults.ts';

export interface PartsProps {
  readonly form: RuleForm;
  readonly words: RuleWords;
  readonly faultOf: FaultOf;
  readonly onChange: (form: RuleForm) => void;
}

const delayUnits = ['minutes', 'hours', 'days'] as const;
/** Most devices are read about once a day at least; a shorter delay gets the hint of AR-06. */
const dayMinutes = 24 * 60;

/** Tests have no id: each goes by its metric, and by which one of that it is. */
const keysOf = (tests: readonly RuleTest[]): string[] =>
  tests.map(
    ({ metric }, index) => `${metric} ${tests.slice(0, index).filter((before) => before.metric === metric).length}`,
  );

/** Opens when …, for …. */
export function Opens({ form, words, faultOf, onChange }: PartsProps) {
  const t = useTranslations('rules.form');
  const { tests, openDelayMinutes } = form;
  const keys = keysOf(tests);
  const setTest = (index: number, test: RuleTest) => onChange({ ...form, tests: tests.with(index, test) });
  return (
    <Part title={t('opens')}>
      <ul>
        {tests.map((test, index) => (
          <TestFields
            key={keys[index]}
            test={test}
            index={index}
            words={words}
            faultOf={faultOf}
            onChange={(next) => setTest(index, next)}
            onRemove={tests.length === 1 ? undefined : () => onChange({ ...form, tests: tests.toSpliced(index, 1) })}
          />
        ))}
      </ul>
      {tests.length >= ruleLimits.tests ? null : (
        <Button className={styles.add} onClick={() => onChange({ ...form, tests: [...tests, newTest('status')] })}>
          <Icon name="plus" />
          {t('another')}
        </Button>
      )}
      <p>
        {t('for')}{' '}
        <SentenceSpan
          label={t('delay')}
          minutes={openDelayMinutes}
          units={delayUnits}
          problem={faultOf('openDelayMinutes')}
          onChange={(minutes) => onChange({ ...form, openDelayMinutes: minutes })}
        />
      </p>
      {openDelayMinutes > 0 && openDelayMinutes < dayMinutes ? <p className={styles.hint}>{t('delayHint')}</p> : null}
    </Part>
  );
}

/** Clears when …: of levels the value, of everything for how long. */
export function Clears({ form, words, faultOf, onChange }: PartsProps) {
  const t = useTranslations('rules.form');
  const { tests, clearDelayMinutes } = form;
  const levels = tests.flatMap((test, index) => {
    const proposal = proposalOf(test);
    return proposal === undefined && test.clear === undefined ? [] : [{ test, index, proposal }];
  });
  return (
    <Part title={t('clears')}>
      {tests.length === 1 && levels.length === 1 ? null : <p>{t(tests.length === 1 ? 'clearOver' : 'clearAny')}</p>}
      {levels.map(({ test, index, proposal }) => {
        const side = test.comparison === 'below' ? ('Below' as const) : ('Above' as const);
        return (
          <div key={index}>
            <p>
              {tests.length === 1 ? t(`clear${side}`) : t(`clear${side}Of`, { test: words.metric(test.metric) })}{' '}
              <SentenceNumber
                label={t('clear')}
                value={test.clear}
                problem={faultOf(`tests.${index}.clear`)}
                onChange={(clear) => onChange({ ...form, tests: tests.with(index, { ...test, clear }) })}
              />
            </p>
            {proposal === undefined || proposal === test.clear ? null : (
              <p className={styles.hint}>
                {t('proposed')}{' '}
                <Button
                  variant="quiet"
                  className={styles.inline}
                  onClick={() => onChange({ ...form, tests: tests.with(index, { ...test, clear: proposal }) })}
                >
                  {t('useProposed', { value: words.amount(test.metric, proposal) })}
                </Button>
              </p>
            )}
          </div>
        );
      })}
      <p>
        {t('for')}{' '}
        <SentenceSpan
          label={t('clearDelay')}
          minutes={clearDelayMinutes}
          units={delayUnits}
          problem={faultOf('clearDelayMinutes')}
          onChange={(minutes) => onChange({ ...form, clearDelayMinutes: minutes })}
        />
      </p>
    </Part>
  );
}

/** Counts as …, for whom, and what to do. */
export function Counts({ form, onChange }: Pick<PartsProps, 'form' | 'onChange'>) {
  const t = useTranslations('rules.form');
  const id = useId();
  return (
    <Part title={t('counts')}>
      <p>
        <SentenceSelect
          label={t('priority')}
          value={form.priority}
          options={[
            { value: 'computed', label: t('computed') },
            ...priorities.map((value) => ({ value, label: value })),
          ]}
          onChange={(priority) => onChange({ ...form, priority })}
        />{' '}
        {t('toBeDone')}{' '}
        <SentenceSelect
          label={t('who')}
          value={form.whoCanAct}
          options={actors.map((value) => ({ value, label: t(`actors.${value}`) }))}
          onChange={(whoCanAct) => onChange({ ...form, whoCanAct })}
        />{' '}
        <label className={styles.word}>
          <input
            type="checkbox"
            checked={form.inWorklist}
            onChange={({ currentTarget }) => onChange({ ...form, inWorklist: currentTarget.checked })}
          />
          {t('inWorklist')}
        </label>
      </p>
      <label htmlFor={id} className={styles.noteLabel}>
        {t('note')}
      </label>
      <textarea
        id={id}
        className={styles.note}
        rows={2}
        maxLength={500}
        aria-describedby={`${id}-hint`}
        value={form.note}
        onChange={({ currentTarget }) => onChange({ ...form, note: currentTarget.value })}
      />
      <p id={`${id}-hint`} className={styles.hint}>
        {t('noteHint')}
      </p>
    </Part>
  );
}

interface InWordsProps {
  readonly form: RuleForm;
  readonly words: RuleWords;
  readonly names: ScopeNames;
}

/** What the rule does in one sentence, in both languages (AR-14). */
export function InWords({ form, words, names }: InWordsProps) {
  const t = useTranslations('rules.form');
  const sentence = words.sentence(form);
  const other = locales.find((locale) => locale !== environment().locale);
  return (
    <Part title={t('words')}>
      {sentence === undefined ? (
        <p className={styles.hint}>{t('incomplete')}</p>
      ) : (
        <>
          <blockquote className={styles.quote}>
            {sentence} <span className="quiet">{words.scope(form.scope, names)}</span>
          </blockquote>
          {other === undefined ? null : (
            <Suspense fallback={null}>
              <OtherLanguage locale={other} form={form} title={t('otherLanguage')} />
            </Suspense>
          )}
        </>
      )}
    </Part>
  );
}

interface OtherProps {
  readonly locale: (typeof locales)[number];
  readonly form: RuleForm;
  readonly title: string;
}

function OtherLanguage({ locale, form, title }: OtherProps) {
  const messages = use(loadRuleWords(locale));
  return (
    <IntlProvider locale={intlTag(locale)} messages={messages}>
      <p className={styles.hint}>{title}</p>
      <blockquote className={styles.quote} lang={intlTag(locale)}>
        <Sentence locale={locale} form={form} />
      </blockquote>
    </IntlProvider>
  );
}

const Sentence = ({ locale, form }: Pick<OtherProps, 'locale' | 'form'>) => useRuleWords(locale).sentence(form);
