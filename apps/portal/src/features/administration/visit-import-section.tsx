import { jobAccepted } from '@platen/contract/jobs';
import { importVisits } from '@platen/contract/visit-import';
import { importColumns, mostImportLines } from '@platen/contract/visit-names';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl/react';
import { call } from '../../api/client.ts';
import { useRefused } from '../../editing/form-dialog.tsx';
import { type EndedJob, JobLine } from '../../jobs/job-line.tsx';
import { toMessage } from '../../platform/application-message.ts';
import { toStateOf } from '../../platform/failure.ts';
import { Button } from '../../ui/button.tsx';
import { FileField } from '../../ui/file-field.tsx';
import { Panel } from '../../ui/panel.tsx';
import styles from './administration.module.css';

/** A file that was chosen, and whether it was tried. */
interface Chosen {
  readonly name: string;
  readonly csv: string;
}

/** Past visits of another system, as a file (VR-10): tried first, then imported; both go on as a job. */
export default function VisitImportSection() {
  const t = useTranslations('visitImport');
  const [chosen, setChosen] = useState<Chosen>();
  const [ended, setEnded] = useState<EndedJob>();
  const send = useMutation({
    mutationFn: async ({ csv, dryRun }: { readonly csv: string; readonly dryRun: boolean }) => {
      ended?.dismiss();
      setEnded(undefined);
      // Always as a job.
      return (await call({ ...importVisits, answer: jobAccepted }, { body: { csv, dryRun } })).data.jobId;
    },
  });
  const asked = send.data;
  const problem = useRefused(send.error === null ? undefined : toStateOf(send.error).errorCode);
  const detail = send.error === null ? [] : toStateOf(send.error).detail.map(({ msg }) => msg);
  const isWaiting = send.isPending || (asked !== undefined && ended?.job.jobId !== asked);
  const result = ended?.result?.kind === 'visitImport' ? ended.result : undefined;
  const canImport = chosen !== undefined && result?.dryRun === true && result.visits > 0 && ended?.job.jobId === asked;
  return (
    <Panel title={t('title')}>
      <div className={styles.form}>
        <p>{t('about', { columns: importColumns.join(', '), most: mostImportLines })}</p>
        <FileField
          label={t('file')}
          accept=".csv,text/csv"
          onChoose={(file) => {
            setEnded(undefined);
            send.reset();
            if (file === undefined) setChosen(undefined);
            else
              file
                .text()
                .then((csv) => setChosen({ name: file.name, csv }))
                .catch(() => setChosen(undefined));
          }}
        />
        <div className={styles.buttons}>
          <Button
            disabled={chosen === undefined}
            busy={isWaiting}
            onClick={() => chosen && send.mutate({ csv: chosen.csv, dryRun: true })}
          >
            {t('try')}
          </Button>
          {canImport ? (
            <Button variant="primary" onClick={() => send.mutate({ csv: chosen.csv, dryRun: false })}>
              {t('import', { count: result.visits })}
            </Button>
          ) : (
            <span className="quiet">{t('trying')}</span>
          )}
        </div>
        <p role="alert" className={styles.problem}>
          {problem} {detail.join(' ')}
          {ended?.errorCode === undefined ? null : t('failed', { message: toMessage(ended.errorCode) })}
        </p>
        <JobLine kind="visitImport" asked={asked} isCovered={false} onEnd={setEnded} />
        {result === undefined ? null : <Result result={result} />}
      </div>
    </Panel>
  );
}

type ImportResult = Extract<NonNullable<EndedJob['result']>, { kind: 'visitImport' }>;

function Result({ result }: { readonly result: ImportResult }) {
  const t = useTranslations('visitImport');
  const format = useFormatter();
  const { dryRun, lines, visits, known, refused, refusedCount } = result;
  const figures = [
    [t('lines'), lines],
    [t('visits'), visits],
    [t('known'), known],
    [t('refused'), refusedCount],
  ] as const;
  return (
    <section aria-label={t(dryRun ? 'tried' : 'imported')}>
      <h3>{t(dryRun ? 'tried' : 'imported')}</h3>
      <dl className={styles.figures}>
        {figures.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{format.number(value)}</dd>
          </div>
        ))}
      </dl>
      {dryRun && visits === 0 ? <p>{t('nothing')}</p> : null}
      {refused.length === 0 ? null : (
        <>
          {refused.length < refusedCount ? (
            <p className="quiet">{t('firstOnly', { shown: refused.length, count: refusedCount })}</p>
          ) : null}
          <table className={styles.lines}>
            <caption className="vh">{t('refusedTable')}</caption>
            <thead>
              <tr>
                <th scope="col">{t('line')}</th>
                <th scope="col">{t('field')}</th>
                <th scope="col">{t('reason')}</th>
              </tr>
            </thead>
            <tbody>
              {refused.map(({ line, field, reason }) => (
                <tr key={`${line} ${field}`}>
                  <td>{line}</td>
                  <td className="code">{field}</td>
                  <td>{reason}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </section>
  );
}
