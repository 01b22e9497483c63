import { type ReactNode, useId, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { Icon } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import styles from './fields.module.css';

interface FieldProps {
  /** Name of the control; it stands in a sentence, which shows it by its place. */
  readonly label: string;
  /** Why the value is refused. */
  readonly problem?: string | undefined;
}

interface WithProblemProps {
  readonly id: string;
  readonly problem: string | undefined;
  readonly children: ReactNode;
}

/** A control of a sentence with what is wrong with it below. */
function WithProblem({ id, problem, children }: WithProblemProps) {
  if (problem === undefined) return children;
  return (
    <span className={styles.faulty}>
      {children}
      <span id={id} className={styles.problem} role="alert">
        {problem}
      </span>
    </span>
  );
}

interface SelectProps<Value extends string> extends FieldProps {
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly onChange: (value: Value) => void;
}

/** A choice in a sentence. */
export function SentenceSelect<Value extends string>(props: SelectProps<Value>) {
  const { label, value, options, onChange, problem } = props;
  const id = useId();
  return (
    <WithProblem id={id} problem={problem}>
      <span className={styles.select}>
        <select
          className={styles.in}
          aria-label={label}
          aria-invalid={problem !== undefined}
          aria-describedby={problem === undefined ? undefined : id}
          value={value}
          onChange={({ currentTarget }) => {
            const chosen = options.find((option) => option.value === currentTarget.value);
            if (chosen !== undefined) onChange(chosen.value);
          }}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <Icon name="chevron" />
      </span>
    </WithProblem>
  );
}

interface TextProps extends FieldProps {
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly hint?: string;
  readonly size?: number;
  readonly maxLength?: number;
}

/** A text in a sentence. */
export function SentenceText({ label, value, onChange, problem, hint, size = 16, maxLength = 200 }: TextProps) {
  const id = useId();
  return (
    <WithProblem id={id} problem={problem}>
      <input
        className={styles.in}
        type="text"
        autoComplete="off"
        spellCheck={false}
        size={size}
        maxLength={maxLength}
        aria-label={label}
        aria-invalid={problem !== undefined}
        aria-describedby={problem === undefined ? undefined : id}
        placeholder={hint}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </WithProblem>
  );
}

interface NumberProps extends FieldProps {
  /** NaN: what is typed is no number. */
  readonly value: number | undefined;
  readonly onChange: (value: number | undefined) => void;
}

const toNumber = (text: string): number | undefined => {
  const plain = text.trim().replace(',', '.');
  return plain === '' ? undefined : /^-?\d+(?:\.\d*)?$/.test(plain) ? Number(plain) : Number.NaN;
};
const toText = (value: number | undefined): string => (value === undefined || Number.isNaN(value) ? '' : String(value));

/** A number in a sentence: what is typed stays as it is until another value comes from outside. */
export function SentenceNumber({ label, value, onChange, problem }: NumberProps) {
  const id = useId();
  const [typed, setTyped] = useState(() => toText(value));
  if (!Object.is(toNumber(typed), value)) {
    const isOwnNoise = value !== undefined && Number.isNaN(value);
    if (!isOwnNoise) setTyped(toText(value));
  }
  return (
    <WithProblem id={id} problem={problem}>
      <input
        className={classNames(styles.in, styles.number)}
        type="text"
        inputMode="decimal"
        autoComplete="off"
        size={Math.max(3, typed.length)}
        maxLength={12}
        aria-label={label}
        aria-invalid={problem !== undefined}
        aria-describedby={problem === undefined ? undefined : id}
        value={typed}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          onChange(toNumber(currentTarget.value));
        }}
      />
    </WithProblem>
  );
}

const minutesOf = { minutes: 1, hours: 60, days: 1440 } as const;
type SpanUnit = keyof typeof minutesOf;

/** The largest unit in which a time is a whole number. */
const unitOf = (minutes: number, units: readonly SpanUnit[]): SpanUnit =>
  units.findLast((unit) => minutes > 0 && minutes % minutesOf[unit] === 0) ?? units[0] ?? 'minutes';

interface SpanProps extends FieldProps {
  /** NaN: not named. */
  readonly minutes: number;
  readonly units: readonly SpanUnit[];
  readonly onChange: (minutes: number) => void;
}

/** A time in a sentence: a number and its unit. */
export function SentenceSpan({ label, minutes, units, onChange, problem }: SpanProps) {
  const t = useTranslations('rules');
  const [unit, setUnit] = useState(() => unitOf(minutes, units));
  // Another rule, or a value of another person, in its own unit.
  const shown = minutes % minutesOf[unit] === 0 || Number.isNaN(minutes) ? unit : unitOf(minutes, units);
  const count = minutes / minutesOf[shown];
  return (
    <span className={styles.span}>
      <SentenceNumber
        label={label}
        value={Number.isNaN(count) ? undefined : count}
        problem={problem}
        onChange={(next) => onChange(next === undefined ? Number.NaN : next * minutesOf[shown])}
      />{' '}
      <SentenceSelect
        label={`${label}: ${t('form.unit')}`}
        value={shown}
        options={units.map((value) => ({ value, label: t(`units.${value}`) }))}
        onChange={(next) => {
          setUnit(next);
          if (!Number.isNaN(count)) onChange(count * minutesOf[next]);
        }}
      />
    </span>
  );
}

interface TokenProps {
  readonly label: string;
  readonly removeLabel: string;
  /** Undefined: it cannot be removed. */
  readonly onRemove: (() => void) | undefined;
}

/** One of several things that a sentence lists. */
export function Token({ label, removeLabel, onRemove }: TokenProps) {
  return (
    <span className={classNames(styles.in, styles.token)}>
      {label}
      {onRemove === undefined ? null : (
        <button type="button" aria-label={removeLabel} title={removeLabel} onClick={onRemove}>
          <Icon name="close" />
        </button>
      )}
    </span>
  );
}

interface PartProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** A part of the rule: its title and its sentence. */
export function Part({ title, children }: PartProps) {
  const id = useId();
  return (
    <section className={styles.part} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <div className={styles.sentence}>{children}</div>
    </section>
  );
}
