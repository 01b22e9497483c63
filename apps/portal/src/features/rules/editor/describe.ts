import type { RuleWords, ScopeNames } from '@platen/catalogue/rule-sentence';
import type { RuleForm } from '@platen/contract/rules';
import { useTranslations } from 'use-intl/react';

/** A field of a rule in words. */
export interface FieldInWords {
  readonly field: string;
  readonly label: string;
  readonly text: string;
}

/** Describes each field of a form in words, always the same ones in the same order. */
export function useDescribe(words: RuleWords, names: ScopeNames): (form: RuleForm) => FieldInWords[] {
  const t = useTranslations('rules');
  return (form) => {
    const { name, note, tests, openDelayMinutes, clearDelayMinutes, scope, priority, whoCanAct, inWorklist } = form;
    const delay = (minutes: number) => (minutes === 0 ? t('fields.atOnce') : words.span(minutes));
    const clears = tests.flatMap(({ metric, clear }) => (clear === undefined ? [] : [words.amount(metric, clear)]));
    const fields = {
      name,
      tests: tests.map((test) => words.test(test)).join('; '),
      openDelay: delay(openDelayMinutes),
      clear: [...clears, delay(clearDelayMinutes)].join('; '),
      scope: words.scope(scope, names),
      priority: priority === 'computed' ? t('form.computed') : priority,
      who: t(`form.actors.${whoCanAct}`),
      inWorklist: t(inWorklist ? 'fields.yes' : 'fields.no'),
      note: note === '' ? t('history.nothing') : note,
    };
    const order = ['name', 'tests', 'openDelay', 'clear', 'scope', 'priority', 'who', 'inWorklist', 'note'] as const;
    return order.map((field) => ({ field, label: t(`fields.${field}`), text: fields[field] }));
  };
}
