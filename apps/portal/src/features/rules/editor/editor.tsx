import type { ScopeNames } from '@platen/catalogue/rule-sentence';
import { can } from '@platen/contract/rights';
import type { AlertRule, ListedRule, RuleForm } from '@platen/contract/rules';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { meQuery } from '../../../api/account-queries.ts';
import { ConflictDialog, changedRows } from '../../../editing/conflict-dialog.tsx';
import { useRefusal } from '../../../editing/form-dialog.tsx';
import { useLeaveGuard } from '../../../editing/use-leave-guard.ts';
import { logError } from '../../../platform/log.ts';
import { useRuleWords } from '../../../rule-words/use-rule-words.ts';
import { classNames } from '../../../ui/class-names.ts';
import { later } from '../../../ui/later.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { ruleQueries } from '../queries.ts';
import { useScopeNames } from '../scope-names.ts';
import { useDescribe } from './describe.ts';
import styles from './editor.module.css';
import { EditorHead } from './editor-head.tsx';
import { Clears, Counts, InWords, Opens } from './form-parts.tsx';
import { LeaveDialog, UntriedDialog } from './head-dialogs.tsx';
import { OneDevice } from './one-device.tsx';
import type { Picked } from './pick-dialog.tsx';
import { ScopeFields } from './scope-fields.tsx';
import { useFaults } from './use-faults.ts';
import { useRuleEditor } from './use-rule-editor.ts';

const TrialPanel = later(async () => (await import('../trial/trial-panel.tsx')).TrialPanel);

interface EditorProps {
  readonly start: RuleForm;
  readonly template?: string | undefined;
  /** Undefined: a new rule. */
  readonly stored?: { readonly rule: AlertRule; readonly listed: ListedRule };
}

/** A rule as sentences with fields, and next to it what it does on one device. */
export function Editor({ start, template, stored }: EditorProps) {
  const me = useQuery(meQuery).data;
  const client = useQueryClient();
  const open = useOpenRule();
  const frame = useRef<HTMLDivElement>(null);
  const words = useRuleWords();
  const rule = stored?.rule;
  const mayChange = can(me, 'manageRules') && rule?.own !== false;
  const editor = useRuleEditor({
    start,
    rule,
    template,
    onSaved: (next, isNew) => {
      guard.release();
      client.setQueryData(ruleQueries.one(next.ruleId).queryKey, (before) =>
        before === undefined ? before : { ...before, rule: next },
      );
      if (isNew) open(next.ruleId);
    },
  });
  const { form, hasChanges, conflict, base } = editor;
  const guard = useLeaveGuard(hasChanges);
  const { faults, faultOf } = useFaults(form, { ...editor, words });
  const refusal = useRefusal(editor.isUntried ? null : editor.error);
  const [names, onName] = useNames(form);
  const describe = useDescribe(words, names);
  const save = () => {
    if (!mayChange || editor.isBusy || editor.save()) return;
    // The faults are drawn first.
    requestAnimationFrame(() => frame.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };
  // The name plays no part in what fires.
  const isWhole = [...faults].every((path) => path === 'name');
  const parts = { form, words, faultOf, onChange: editor.change };
  return (
    // No form element: dialogs that open inside have forms of their own.
    <div ref={frame} className={classNames('page', styles.page)}>
      <EditorHead
        stored={stored}
        form={form}
        words={words}
        names={names}
        mayChange={mayChange}
        hasChanges={hasChanges}
        isUnsaved={editor.isUnsaved}
        isBusy={editor.isBusy}
        userId={me?.userId}
        onSave={save}
        onGone={() => {
          guard.release();
          open(undefined);
        }}
      />
      <Messages
        isReadOnly={!mayChange && me !== undefined}
        faults={editor.isAsked ? faults.size : 0}
        refusal={refusal}
        savedVersion={editor.saved}
      />
      <div className={styles.sheet}>
        <fieldset className={styles.form} disabled={!mayChange}>
          <NameField name={form.name} problem={faultOf('name')} onChange={(name) => editor.change({ ...form, name })} />
          <Opens {...parts} />
          <Clears {...parts} />
          <ScopeFields
            form={form}
            names={names}
            devices={stored?.listed.devices}
            onChange={editor.change}
            onName={onName}
          />
          <Counts form={form} onChange={editor.change} />
          <InWords form={form} words={words} names={names} />
        </fieldset>
        <div className={styles.side}>
          <TrialPanel
            form={form}
            saved={rule === undefined ? undefined : base.form}
            ruleId={rule?.ruleId}
            words={words}
            isWhole={isWhole}
            onChange={mayChange ? editor.change : undefined}
          />
          <OneDevice form={form} words={words} isWhole={isWhole} />
        </div>
      </div>
      {conflict === undefined ? null : (
        <ConflictDialog
          tables={[
            {
              id: conflict.current.ruleId,
              caption: base.form.name,
              by: conflict.by,
              rows: toConflictRows(describe(base.form), describe(form), describe(conflict.current.form)),
            },
          ]}
          busy={editor.isBusy}
          onKeepMine={editor.keepMine}
          onTakeTheirs={editor.takeTheirs}
        />
      )}
      {editor.isUntried ? (
        <UntriedDialog
          kind="change"
          busy={editor.isBusy}
          error={editor.untriedError}
          onSubmit={editor.saveUntried}
          onClose={editor.tryFirst}
        />
      ) : null}
      {guard.isAsking ? <LeaveDialog onDecide={guard.decide} /> : null}
    </div>
  );
}

/** Shows another rule; undefined: the list. */
function useOpenRule() {
  const navigate = useNavigate();
  return (ruleId: string | undefined) => {
    const to =
      ruleId === undefined
        ? navigate({ to: '/rules' })
        : navigate({ to: '/rules/$ruleId', params: { ruleId }, replace: true });
    to.catch((thrown: unknown) => logError('another rule could not be shown', thrown));
  };
}

interface MessagesProps {
  readonly isReadOnly: boolean;
  /** Number of faults to be named. */
  readonly faults: number;
  readonly refusal: string | undefined;
  readonly savedVersion: number | undefined;
}

/** Why the form cannot be changed or saved, and that it was saved; announced when it changes. */
function Messages({ isReadOnly, faults, refusal, savedVersion }: MessagesProps) {
  const t = useTranslations('rules.editor');
  return (
    <output className={styles.messages}>
      {isReadOnly ? <p>{t('readOnly')}</p> : null}
      {faults > 0 ? <p data-tone="error">{t('faults', { count: faults })}</p> : null}
      {refusal === undefined ? null : <p data-tone="error">{refusal}</p>}
      {savedVersion === undefined ? null : <p>{t('saved', { version: savedVersion })}</p>}
    </output>
  );
}

interface NameProps {
  readonly name: string;
  readonly problem: string | undefined;
  readonly onChange: (name: string) => void;
}

function NameField({ name, problem, onChange }: NameProps) {
  const t = useTranslations('rules.editor');
  return (
    <div className={styles.nameRow}>
      <TextField
        label={t('name')}
        maxLength={80}
        value={name}
        problem={problem}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </div>
  );
}

type Fields = ReturnType<ReturnType<typeof useDescribe>>;

/** The fields in which one of the three forms differs from another. */
const toConflictRows = (before: Fields, mine: Fields, theirs: Fields) =>
  changedRows(
    before.map(({ field, label, text }) => {
      const other = (fields: Fields) => fields.find((one) => one.field === field)?.text ?? '';
      return { label, before: text, mine: other(mine), theirs: other(theirs) };
    }),
  );

/** Names of what the scope lists: looked up, or as they were picked. */
function useNames(form: RuleForm): [ScopeNames, (picked: Picked) => void] {
  const [picked, setPicked] = useState<ReadonlyMap<string, string>>(new Map());
  const known = useScopeNames([form.scope]);
  const names: ScopeNames = {
    ...known,
    customer: (number) => picked.get(number) ?? known.customer?.(number),
    device: (deviceId) => picked.get(deviceId),
  };
  return [names, ({ value, name }) => setPicked(new Map(picked).set(value, name))];
}
