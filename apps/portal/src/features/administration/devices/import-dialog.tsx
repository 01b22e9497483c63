import { factColumns } from '@platen/contract/device-facts';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { FormDialog, useRefusal } from '../../../editing/form-dialog.tsx';
import { logError } from '../../../platform/log.ts';
import { TextField } from '../../../ui/text-field.tsx';
import styles from './devices.module.css';
import { useImportFacts } from './queries.ts';

const mostBytes = 4_000_000;
const fields = ['assetNumber', 'place', 'contact', 'contract', 'notes'] as const;

/** Reads a file, shows what it would change, and changes it only then (OA-40). */
export function ImportDialog({ onDone, onClose }: { readonly onDone: () => void; readonly onClose: () => void }) {
  const t = useTranslations('deviceFacts');
  const change = useImportFacts();
  const refusal = useRefusal(change.error);
  const [csv, setCsv] = useState<string>();
  const [problem, setProblem] = useState<'fileNeeded' | 'fileLarge'>();
  const checked = change.data;
  const isReady = csv !== undefined && checked !== undefined && checked.refusedCount === 0 && checked.changed > 0;
  const read = async (file: File | undefined) => {
    setCsv(undefined);
    change.reset();
    const wrong = file === undefined ? 'fileNeeded' : file.size > mostBytes ? 'fileLarge' : undefined;
    setProblem(wrong);
    if (file === undefined || wrong !== undefined) return;
    const text = await file.text();
    setCsv(text);
    change.mutate({ csv: text, dryRun: true });
  };
  const submit = () => {
    if (csv === undefined) setProblem('fileNeeded');
    else if (!isReady) change.mutate({ csv, dryRun: true });
    else
      change.mutate(
        { csv, dryRun: false },
        {
          onSuccess: ({ refusedCount }) => {
            if (refusedCount > 0) return;
            onDone();
            onClose();
          },
        },
      );
  };
  return (
    <FormDialog
      title={t('dialog.title')}
      size="default"
      submit={t(isReady ? 'dialog.change' : 'dialog.check')}
      busy={change.isPending}
      problem={refusal}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        type="file"
        accept=".csv,text/csv"
        className={styles.file}
        label={t('dialog.file')}
        hint={t('dialog.fileHint', { columns: factColumns.join(', ') })}
        problem={problem === undefined ? undefined : t(`dialog.${problem}`)}
        data-autofocus=""
        onChange={({ currentTarget }) => {
          read(currentTarget.files?.[0]).catch((thrown: unknown) =>
            logError('a chosen file could not be read', thrown),
          );
        }}
      />
      <div aria-live="polite">
        {checked === undefined ? null : checked.refusedCount > 0 ? (
          <>
            <p className={styles.double}>{t('dialog.refused', { count: checked.refusedCount })}</p>
            <ul className={styles.lines}>
              {checked.refused.map(({ line, field, reason }) => (
                <li key={`${line} ${field}`}>{t('dialog.refusedLine', { line, field, reason })}</li>
              ))}
            </ul>
          </>
        ) : (
          <>
            <p>{t('dialog.figures', { lines: checked.lines, count: checked.changed })}</p>
            <ul className={styles.lines}>
              {checked.differences.map(({ serial, field, before, after }) => (
                <li key={`${serial} ${field}`}>
                  <span className="code">{serial}</span> {t(`fields.${fields.find((one) => one === field) ?? 'notes'}`)}
                  : <del>{before ?? '-'}</del> <ins>{after ?? '-'}</ins>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </FormDialog>
  );
}
