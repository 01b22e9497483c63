import { type FormEvent, type ReactNode, useId } from 'react';
import { useTranslations } from 'use-intl/react';
import { toMessage } from '../platform/application-message.ts';
import { toStateOf } from '../platform/failure.ts';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { Dialog } from '../ui/dialog.tsx';
import fields from '../ui/text-field.module.css';
import styles from './dialogs.module.css';

interface FormDialogProps {
  readonly title: string;
  readonly submit: string;
  readonly busy: boolean;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  /** Before Cancel: another way out. */
  readonly aside?: ReactNode;
  /** Why it was not sent. */
  readonly problem?: string | undefined;
  readonly size?: 'narrow' | 'default';
  readonly children: ReactNode;
}

/** A dialog with fields that Enter sends; closed by Escape, Cancel or its close button. */
export function FormDialog(props: FormDialogProps) {
  const { title, submit, busy, onSubmit, onClose, aside, problem, size = 'narrow', children } = props;
  const t = useTranslations('common');
  const id = useId();
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const wrong = event.currentTarget.querySelector<HTMLElement>(':is(input, textarea):invalid');
    onSubmit();
    wrong?.focus();
  };
  return (
    <Dialog
      title={title}
      size={size}
      onClose={onClose}
      footer={
        <>
          {aside}
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" form={id} variant="primary" busy={busy}>
            {submit}
          </Button>
        </>
      }
    >
      <form id={id} className={styles.form} onSubmit={send} noValidate>
        {children}
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      </form>
    </Dialog>
  );
}

interface ConfirmProps extends Pick<FormDialogProps, 'title' | 'submit' | 'onSubmit' | 'onClose' | 'children'> {
  /** The change that it starts. */
  readonly change: { readonly isPending: boolean; readonly error: Error | null };
}

/** Asks before a change, and says why the server refused it. */
export function ConfirmDialog({ change, children, ...rest }: ConfirmProps) {
  const problem = useRefusal(change.error);
  return (
    <FormDialog {...rest} busy={change.isPending} problem={problem}>
      {children}
    </FormDialog>
  );
}

interface ChoiceProps<Value extends string> {
  readonly legend: string;
  readonly hideLegend?: boolean;
  readonly value: Value | undefined;
  readonly onChange: (value: Value) => void;
  readonly options: readonly {
    readonly value: Value;
    readonly label: ReactNode;
    /** At the end of its line: a few words. */
    readonly note?: ReactNode;
    /** Below its name: a sentence. */
    readonly hint?: ReactNode;
    /** Key that chooses it, shown at its end. */
    readonly digit?: string;
    /** Fields of the choice, shown while it is chosen. */
    readonly below?: ReactNode;
  }[];
}

/** Choices of which one holds, each a whole line to press. */
export function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const { legend, hideLegend = false, value, onChange, options } = props;
  const name = useId();
  const first = value ?? options[0]?.value;
  return (
    <fieldset className={styles.choice}>
      <legend className={hideLegend ? 'vh' : styles.legend}>{legend}</legend>
      {options.map((option) => (
        <div key={option.value}>
          <label className={styles.option}>
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              data-autofocus={hideLegend && option.value === first ? '' : undefined}
              onChange={() => onChange(option.value)}
            />
            <span className={styles.optionName}>
              {option.label}
              {option.hint === undefined ? null : <span className={styles.optionHint}>{option.hint}</span>}
            </span>
            {option.note === undefined ? null : <span className={styles.optionNote}>{option.note}</span>}
            {option.digit === undefined ? null : <kbd className={styles.key}>{option.digit}</kbd>}
          </label>
          {option.value === value && option.below !== undefined ? (
            <div className={styles.below}>{option.below}</div>
          ) : null}
        </div>
      ))}
    </fieldset>
  );
}

interface TextAreaProps {
  readonly label: string;
  readonly hint?: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly hasFocus?: boolean;
  readonly required?: boolean;
  /** Characters that it takes. */
  readonly longest?: number;
  /** Lines that are shown. */
  readonly rows?: number;
}

/** Longest free text, in characters (GE-18). */
const longestText = 2000;

/** Free text in several lines; Ctrl and Enter send it. */
export function TextArea(props: TextAreaProps) {
  const { label, hint, value, onChange, hasFocus = false, required = false, longest = longestText, rows = 2 } = props;
  const id = useId();
  return (
    <div className={fields.field}>
      <label htmlFor={id} className={fields.label}>
        {label}
      </label>
      <textarea
        id={id}
        className={styles.area}
        rows={rows}
        maxLength={longest}
        required={required}
        value={value}
        data-autofocus={hasFocus ? '' : undefined}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        onKeyDown={({ key, ctrlKey, metaKey, currentTarget }) => {
          if (key === 'Enter' && (ctrlKey || metaKey)) currentTarget.form?.requestSubmit();
        }}
      />
      {hint === undefined ? null : (
        <span id={`${id}-hint`} className={classNames(styles.hint, 'quiet')}>
          {hint}
        </span>
      )}
    </div>
  );
}

/** Why a change was refused, with its code; undefined while nothing went wrong. */
export const useRefusal = (error: Error | null): string | undefined =>
  useRefused(error === null ? undefined : toStateOf(error).errorCode);

/** The same for the application code of a refusal. */
export function useRefused(errorCode: number | undefined): string | undefined {
  const t = useTranslations('editing');
  return errorCode === undefined ? undefined : t('failed', { code: String(errorCode), why: toMessage(errorCode) });
}
