import { type ComponentPropsWithRef, type ReactNode, useId } from 'react';
import { Icon } from './button.tsx';
import { classNames } from './class-names.ts';
import styles from './text-field.module.css';

interface FieldShared {
  readonly label: string;
  /** The label is there for assistive technology only. */
  readonly hideLabel?: boolean;
  /** Quiet line below: what the box takes. */
  readonly hint?: ReactNode;
  /** Why the text is refused; set, the field is invalid. */
  readonly problem?: string | undefined;
}
type InputProps = FieldShared &
  Omit<ComponentPropsWithRef<'input'>, 'id'> & { readonly lead?: ReactNode; readonly trail?: ReactNode };

/** One-line text box with label, hint and the tip of a broken rule. */
export function TextField({ label, hideLabel = false, hint, problem, lead, trail, className, ...rest }: InputProps) {
  const id = useId();
  return (
    <div className={classNames(styles.field, className)}>
      <label htmlFor={id} className={hideLabel ? 'vh' : styles.label}>
        {label}
      </label>
      <span className={classNames(styles.box, problem !== undefined && styles.bad)}>
        {lead}
        <input
          id={id}
          type="text"
          autoComplete="off"
          spellCheck={false}
          aria-invalid={problem !== undefined}
          aria-describedby={problem === undefined && hint === undefined ? undefined : `${id}-tip`}
          {...rest}
        />
        {trail}
      </span>
      <FieldTip id={`${id}-tip`} hint={hint} problem={problem} />
    </div>
  );
}

interface FieldTipProps {
  readonly id: string;
  readonly hint?: ReactNode;
  readonly problem: string | undefined;
}

/** The line below a field: why it is refused, and what it takes. */
export function FieldTip({ id, hint, problem }: FieldTipProps) {
  return (
    <span id={id} className={styles.tips}>
      {problem !== undefined && (
        <span className={styles.problem} role="alert">
          {problem}
        </span>
      )}
      {hint !== undefined && <span className={styles.hint}>{hint}</span>}
    </span>
  );
}

export interface SelectProps extends Omit<ComponentPropsWithRef<'select'>, 'id'> {
  readonly label: string;
  readonly hideLabel?: boolean;
  /** The label above, as that of a text field. */
  readonly isStacked?: boolean;
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

/** The browser's own select: it is the one that works everywhere, with every keyboard and screen reader. */
export function Select({ label, hideLabel, isStacked, options, className, ...rest }: SelectProps) {
  const id = useId();
  return (
    <span className={classNames(styles.selectField, isStacked && styles.stacked, className)}>
      <label htmlFor={id} className={hideLabel ? 'vh' : styles.selectLabel}>
        {label}
      </label>
      <span className={styles.selectBox}>
        <select id={id} {...rest}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <Icon name="chevron" />
      </span>
    </span>
  );
}
