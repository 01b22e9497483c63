import { type ReactNode, useRef, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl/react';
import { saveFile, toFileName } from '../../downloads/save-file.ts';
import { logError } from '../../platform/log.ts';
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
  /** The list as a file; what it needs may be read first. */
  readonly file: {
    readonly label: string;
    /** Before the day and the ending. */
    readonly name: string;
    readonly isEmpty: boolean;
    readonly make: () => Blob | Promise<Blob>;
  };
  /** Other actions. */
  readonly children?: ReactNode;
}

/** The head of a list of the administration (OA-60): how many, search by `/`, export, and further actions. */
export function ListHead({ total, figures, note, filters, search, file, children }: ListHeadProps) {
  const format = useFormatter();
  const t = useTranslations('administration');
  const searchBox = useRef<HTMLInputElement>(null);
  const [hasFailed, setFailed] = useState(false);
  const save = async () => {
    setFailed(false);
    try {
      saveFile(toFileName(file.name, new Date(), 'csv'), await file.make());
    } catch (thrown) {
      logError(`${file.name} could not be exported`, thrown);
      setFailed(true);
    }
  };
  useKeys({ '/': () => searchBox.current?.focus() });
  return (
    <div className={styles.head}>
      {total === undefined ? null : (
        <span className={styles.figures}>
          <b>{format.number(total)}</b> {figures}
        </span>
      )}
      {note === undefined ? null : <output className={styles.figures}>{note}</output>}
      <output className={styles.figures}>{hasFailed ? t('exportFailed') : null}</output>
      <span className={styles.space} />
      {filters}
      <SearchField ref={searchBox} {...search} />
      <Button data-print="none" disabled={file.isEmpty} onClick={() => void save()}>
        <Icon name="export" />
        {file.label}
      </Button>
      {children}
    </div>
  );
}
