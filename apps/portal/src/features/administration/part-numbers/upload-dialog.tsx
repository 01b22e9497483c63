import type { AnswerOf } from '@platen/contract/endpoint';
import { type PartNumber, partNumberColumns, type replacePartNumbers } from '@platen/contract/part-numbers';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { FormDialog, useRefusal } from '../../../editing/form-dialog.tsx';
import { logError } from '../../../platform/log.ts';
import { FileField } from '../../../ui/file-field.tsx';
import styles from './part-numbers.module.css';
import { useReplacePartNumbers } from './queries.ts';

type Outcome = AnswerOf<typeof replacePartNumbers>;
const mostBytes = 4_000_000;

interface UploadDialogProps {
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Reads a file, shows what it would change, and replaces the table only then (VP-20). */
export function UploadDialog({ onDone, onClose }: UploadDialogProps) {
  const t = useTranslations('partNumbers.dialog');
  const replace = useReplacePartNumbers();
  const refusal = useRefusal(replace.error);
  const [csv, setCsv] = useState<string>();
  const [problem, setProblem] = useState<'fileNeeded' | 'fileLarge'>();
  const checked = replace.data;
  const isReady = csv !== undefined && checked !== undefined && checked.refusedCount === 0;
  const read = async (file: File | undefined) => {
    setCsv(undefined);
    replace.reset();
    const wrong = file === undefined ? 'fileNeeded' : file.size > mostBytes ? 'fileLarge' : undefined;
    setProblem(wrong);
    if (file === undefined || wrong !== undefined) return;
    const text = await file.text();
    setCsv(text);
    replace.mutate({ csv: text, dryRun: true });
  };
  const submit = () => {
    if (csv === undefined) {
      setProblem('fileNeeded');
      return;
    }
    if (!isReady) {
      replace.mutate({ csv, dryRun: true });
      return;
    }
    const done = () => {
      onDone();
      onClose();
    };
    replace.mutate(
      { csv, dryRun: false },
      { onSuccess: ({ refusedCount }) => (refusedCount === 0 ? done() : undefined) },
    );
  };
  return (
    <FormDialog
      title={t('title')}
      size="default"
      submit={t(isReady ? 'replace' : 'check')}
      busy={replace.isPending}
      problem={refusal}
      onSubmit={submit}
      onClose={onClose}
    >
      <FileField
        label={t('file')}
        accept=".csv,text/csv"
        hint={t('fileHint', { columns: partNumberColumns.join(', ') })}
        problem={problem === undefined ? undefined : t(problem)}
        isFirst
        onChoose={(file) => {
          read(file).catch((thrown: unknown) => logError('a chosen file could not be read', thrown));
        }}
      />
      <div aria-live="polite">
        {replace.isPending ? <p className="quiet">{t('checking')}</p> : null}
        {checked === undefined ? null : <Checked outcome={checked} />}
      </div>
    </FormDialog>
  );
}

function Checked({ outcome }: { readonly outcome: Outcome }) {
  const t = useTranslations('partNumbers.dialog');
  const { lines, added, changed, removed, refused, refusedCount, differences } = outcome;
  const count = added + changed + removed;
  if (refusedCount > 0)
    return (
      <>
        <p className={styles.refused}>{t('refused', { count: refusedCount })}</p>
        <ul className={styles.lines}>
          {refused.map(({ line, field, reason }) => (
            <li key={`${line} ${field} ${reason}`}>{t('refusedLine', { line, field, reason })}</li>
          ))}
        </ul>
      </>
    );
  return (
    <>
      <p>{count === 0 ? t('same') : t('figures', { lines, added, changed, removed })}</p>
      {count === 0 ? null : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
        <section className={styles.differences} tabIndex={0} aria-label={t('differences')}>
          <table className={styles.table}>
            <tbody>
              {differences.map(({ before, after }) => {
                const { item, modelPattern } = after ?? before ?? { item: '', modelPattern: '' };
                return (
                  <tr key={`${item} ${modelPattern}`}>
                    <th scope="row" className="code">
                      {item} {modelPattern}
                    </th>
                    <td>{t(before === null ? 'added' : after === null ? 'removed' : 'changed')}</td>
                    <td>{before === null ? null : <del>{toText(before)}</del>}</td>
                    <td>{after === null ? null : <ins>{toText(after)}</ins>}</td>
                  </tr>
                );
              })}
            </tbody>
          </table>
          {count > differences.length ? (
            <p className="quiet">{t('rest', { count: count - differences.length })}</p>
          ) : null}
        </section>
      )}
    </>
  );
}

/** What a line says of its item: numbers, name, pieces, minutes. */
const toText = ({ ownNumber, makerNumber, name, pieces, minutes }: PartNumber): string =>
  [ownNumber, makerNumber, name, `× ${pieces}`, minutes === null ? null : `${minutes} min`]
    .filter((one) => one !== null)
    .join(', ');
