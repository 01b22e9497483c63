import type { Ref } from 'react';
import { Icon } from './button.tsx';
import styles from './search-field.module.css';
import { TextField } from './text-field.tsx';

interface SearchFieldProps {
  /** What the key `/` focuses. */
  readonly ref: Ref<HTMLInputElement>;
  readonly label: string;
  readonly hint: string;
  readonly value: string;
  readonly onType: (typed: string) => void;
}

/** The field above a list that narrows it while the user types. */
export const SearchField = ({ ref, label, hint, value, onType }: SearchFieldProps) => (
  <TextField
    ref={ref}
    type="search"
    className={styles.search}
    label={label}
    hideLabel
    placeholder={hint}
    lead={<Icon name="search" />}
    aria-keyshortcuts="/"
    value={value}
    onChange={({ currentTarget }) => onType(currentTarget.value)}
  />
);
