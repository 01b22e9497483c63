import { useId } from 'react';
import { classNames } from '../../ui/class-names.ts';
import styles from './record.module.css';
import type { DraftProblem } from './record-model.ts';

interface ChoiceProps<T extends string> {
  readonly label: string;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  readonly value: T | null;
  readonly onChoose: (value: T) => void;
  /** Small ones stand in one row. */
  readonly isSmall?: boolean;
  /** The problem that a choice here ends; the first option then gets the focus. */
  readonly endsProblem?: DraftProblem;
}

/** One of several, a tap each; arrow keys move within it as in every group of radio buttons. */
export function Choice<T extends string>({
  label,
  options,
  value,
  onChoose,
  isSmall = false,
  endsProblem,
}: ChoiceProps<T>) {
  const name = useId();
  return (
    <fieldset className={classNames(styles.choice, isSmall && styles.small)}>
      <legend className="vh">{label}</legend>
      {options.map((option, index) => (
        <label key={option.value} className={styles.option}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={value === option.value}
            data-problem={index === 0 ? endsProblem : undefined}
            onChange={() => onChoose(option.value)}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </fieldset>
  );
}
