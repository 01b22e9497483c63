import { type ComponentPropsWithRef, useId } from 'react';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';
import styles from './select.module.css';

export interface SelectProps extends Omit<ComponentPropsWithRef<'select'>, 'id'> {
  readonly label: string;
  readonly hideLabel?: boolean;
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

/** The browser's own select: it is the one that works everywhere, with every keyboard and screen reader. */
export function Select({ label, hideLabel = false, options, className, ...rest }: SelectProps) {
  const id = useId();
  return (
    <span className={classNames(styles.field, className)}>
      <label htmlFor={id} className={hideLabel ? 'vh' : styles.label}>
        {label}
      </label>
      <span className={styles.box}>
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
