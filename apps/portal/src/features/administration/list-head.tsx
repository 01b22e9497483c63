import { type ReactNode, useRef } from 'react';
import { useFormatter } from 'use-intl/react';
import { Button, Icon } from '../../ui/button.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { useKeys } from '../../ui/use-keys.ts';
import styles from './list-head.module.css';

interface ListHeadProps {
  /** Rows of the whole list; undefined: not known yet. */
  readonly total: number | undefined;
  /** What is counted: `devices`. */
  readonly figures: string;
  /** What the last action did. */
  readonly note?: string;
  /** Before the search. */
  readonly filters?: ReactNode;
  readonly search: {
    readonly label: string;
    readonly hint: string;
    readonly value: string;
    readonly onType: (text: string) => void;
  };
  readonly file: { readonly label: string; readonly isEmpty: boolean; readonly onSave: () => void };
  /** Other actions. */
  readonly children?: ReactNode;
}

/** The head of a list of the administration (OA-60): how many, search by `/`, export, and further actions. */
export function ListHead({ total, figures, note, filters, search, file, children }: ListHeadProps) {
  const format = useFormatter();
  const searchBox = useRef<HTMLInputElement>(null);
  useKeys({ '/': () => searchBox.current?.focus() });
  return (
    <div className={styles.head}>
      {total === undefined ? null : (
        <span className={styles.figures}>
          <b>{format.number(total)}</b> {figures}
        </span>
      )}
      {note === undefined ? null : <output className={styles.figures}>{note}</output>}
      <span className={styles.space} />
      {filters}
      <SearchField ref={searchBox} {...search} />
      <Button data-print="none" disabled={file.isEmpty} onClick={file.onSave}>
        <Icon name="export" />
        {file.label}
      </Button>
      {children}
    </div>
  );
}
