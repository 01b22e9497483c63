import { useId, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { saveFile, toFileName } from '../../../downloads/save-file.ts';
import { logError } from '../../../platform/log.ts';
import { Button } from '../../../ui/button.tsx';
import { FileField } from '../../../ui/file-field.tsx';
import { parseCodeList, toListFile } from './code-list.ts';
import styles from './history.module.css';

interface CodeListFieldProps {
  readonly kind: 'standard' | 'watched';
  /** Of the file. */
  readonly name: string;
  readonly text: string;
  /** Without it the list is only read. */
  readonly onChange?: ((text: string) => void) | undefined;
}

const mostBytes = 1_000_000;

/** A list of codes as text, one a line, with import and export of CSV (CH-07, CH-10). */
export function CodeListField({ kind, name, text, onChange }: CodeListFieldProps) {
  const t = useTranslations('codeHistory.list');
  const id = useId();
  const [isLarge, setLarge] = useState(false);
  const { codes, wrong } = parseCodeList(text, kind);
  const read = async (file: File | undefined) => {
    setLarge(file !== undefined && file.size > mostBytes);
    if (file !== undefined && file.size <= mostBytes) onChange?.(await file.text());
  };
  return (
    <div className={styles.list}>
      <label htmlFor={id}>{t(kind)}</label>
      <textarea
        id={id}
        rows={10}
        spellCheck={false}
        readOnly={onChange === undefined}
        aria-invalid={wrong.length > 0}
        aria-describedby={`${id}-state`}
        value={text}
        onChange={({ currentTarget }) => onChange?.(currentTarget.value)}
      />
      <p id={`${id}-state`} className={wrong.length > 0 || isLarge ? styles.problem : styles.note}>
        {isLarge
          ? t('large')
          : wrong.length > 0
            ? t('wrong', { count: wrong.length, line: wrong[0] ?? 0 })
            : t('count', { count: codes.length })}
      </p>
      <div className={styles.listActions}>
        {onChange === undefined ? null : (
          <FileField
            label={t('import')}
            accept=".csv,.txt,text/csv,text/plain"
            onChoose={(file) => {
              read(file).catch((thrown: unknown) => logError('a list of codes could not be read', thrown));
            }}
          />
        )}
        <Button
          disabled={codes.length === 0}
          onClick={() => saveFile(toFileName(name, new Date(), 'csv'), toListFile(codes, kind))}
        >
          {t('export')}
        </Button>
      </div>
    </div>
  );
}
