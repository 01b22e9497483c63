import type { AlertRule, RuleForm } from '@platen/contract/rules';
import { alertRule } from '@platen/contract/rules';
import { useState } from 'react';
import { type Conflict, toConflict } from '../../../editing/conflict.ts';
import { toStateOf } from '../../../platform/failure.ts';
import { notTried, useAddRule, useChangeRule } from '../queries.ts';
import { findFaults, isSameForm } from './rule-draft.ts';

interface Base {
  readonly form: RuleForm;
  /** Undefined: not saved yet. */
  readonly version: number | undefined;
}

interface Options {
  readonly start: RuleForm;
  readonly rule: AlertRule | undefined;
  readonly template: string | undefined;
  readonly onSaved: (rule: AlertRule, isNew: boolean) => void;
}

/** The form of a rule while it is written: what it was made from, what it is now, and how it is saved. */
export function useRuleEditor({ start, rule, template, onSaved }: Options) {
  const [base, setBase] = useState<Base>({ form: start, version: rule?.version });
  const [form, setForm] = useState(start);
  const [isAsked, setAsked] = useState(false);
  const [conflict, setConflict] = useState<Conflict<AlertRule>>();
  const [saved, setSaved] = useState<number>();
  /** The version from which a form that was not tried would be saved. */
  const [untriedOf, setUntried] = useState<number>();
  const adding = useAddRule();
  const changing = useChangeRule();
  const hasChanges = !isSameForm(form, base.form);
  // Another version came from the server, and nothing of it is being changed here.
  if (rule !== undefined && base.version !== undefined && rule.version > base.version && !hasChanges) {
    setBase({ form: rule.form, version: rule.version });
    setForm(rule.form);
  }
  const accept = (next: AlertRule) => {
    setBase({ form: next.form, version: next.version });
    setForm(next.form);
    setConflict(undefined);
    setUntried(undefined);
    setAsked(false);
    setSaved(next.version);
  };
  const send = (version: number | undefined, untried?: true) => {
    if (rule === undefined || version === undefined) {
      const body = template === undefined ? { form } : { form, template };
      return adding.mutate(body, {
        onSuccess: (next) => {
          accept(next);
          onSaved(next, true);
        },
      });
    }
    changing.mutate(
      { ruleId: rule.ruleId, form, version, ...(untried === undefined ? {} : { untried }) },
      {
        onSuccess: (next) => {
          accept(next);
          onSaved(next, false);
        },
        onError: (thrown) => {
          setConflict(toConflict(thrown, alertRule));
          if (untried === undefined && toStateOf(thrown).errorCode === notTried) setUntried(version);
        },
      },
    );
  };
  const error = conflict === undefined ? (adding.error ?? changing.error) : null;
  return {
    base,
    form,
    isAsked,
    hasChanges,
    /** A copy or template is new even before anything of it is changed. */
    isUnsaved: hasChanges || base.version === undefined,
    conflict,
    saved,
    isBusy: adding.isPending || changing.isPending,
    error,
    /** What the server refused of the form as it stands, by its path. */
    refused: toRefused(error),
    change: (next: RuleForm) => {
      setForm(next);
      setSaved(undefined);
      adding.reset();
      changing.reset();
    },
    /** What the rule fires on was not tried: it can be saved all the same, or be tried first (AR-12). */
    isUntried: untriedOf !== undefined && conflict === undefined,
    untriedError: changing.variables?.untried === true ? changing.error : null,
    saveUntried: () => send(untriedOf, true),
    tryFirst: () => {
      setUntried(undefined);
      changing.reset();
    },
    /** Saves the form; false: it has faults, which are shown from now on. */
    save: (): boolean => {
      setAsked(true);
      if (findFaults(form).size > 0) return false;
      send(base.version);
      return true;
    },
    keepMine: () => {
      if (conflict !== undefined) send(conflict.current.version);
    },
    takeTheirs: () => {
      if (conflict === undefined) return;
      accept(conflict.current);
      setSaved(undefined);
    },
  };
}

/** The fields that a refusal names, as `form.tests[0].value: a number is missing`. */
function toRefused(error: Error | null): ReadonlyMap<string, string> {
  const detail = error === null ? [] : toStateOf(error).detail;
  return new Map(
    detail.flatMap(({ msg }) => {
      const [, path, reason] = /^form\.([\w.[\]]+): *(.+)$/.exec(msg) ?? [];
      return path === undefined || reason === undefined
        ? []
        : [[path.replaceAll(/\[(\d+)\]/g, '.$1'), reason] as const];
    }),
  );
}
