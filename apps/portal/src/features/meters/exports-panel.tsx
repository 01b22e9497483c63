import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { span } from '../../device/panel-grid.tsx';
import type { MeterWords } from '../../device/use-meter-words.ts';
import { saveFile } from '../../downloads/save-file.ts';
import { toMessage } from '../../platform/application-message.ts';
import { toStateOf } from '../../platform/failure.ts';
import { Button } from '../../ui/button.tsx';
import { Panel, PanelBody, toPanelState } from '../../ui/panel.tsx';
import { Select } from '../../ui/text-field.tsx';
import { Check } from './check.tsx';
import styles from './exports-panel.module.css';
import shared from './meters.module.css';
import { askForFile, type Close, closesKey, meterQueries } from './queries.ts';
import type { Rights } from './screen.tsx';
import { TrialTable } from './trial-table.tsx';

interface ExportsProps {
  readonly close: Close;
  readonly words: MeterWords;
  readonly rights: Rights;
}

/** Files for the ERP: made by a template, the first of each as a test, and what the ERP answered (MX). */
export function ExportsPanel({ close, words, rights }: ExportsProps) {
  const t = useTranslations('meters.exports');
  const query = useQuery(meterQueries.exports(close.closeId));
  const { make, isBusy, outcome, problem } = useFiles(close);
  const found = query.data;
  return (
    <Panel className={span(12)} title={t('title')} note={t('note')} state={toPanelState(query, 4)}>
      <div className={styles.exports}>
        {rights.mayClose ? <NewFile close={close} isBusy={isBusy} onMake={make} /> : null}
        <p>
          <output>{outcome}</output>
          <span role="alert">{problem}</span>
        </p>
        {found === undefined || found.accepted + found.refused === 0 ? null : (
          <p>{t('result', { accepted: found.accepted, refused: found.refused, unanswered: found.unanswered })}</p>
        )}
        {found === undefined || found.refusedLines.length === 0 ? null : (
          <>
            <h3>{t('refused')}</h3>
            <ul className={shared.plain}>
              {found.refusedLines.map(({ serial, assetNumber, meter, reason }) => (
                <li key={`${serial ?? ''} ${meter}`}>
                  <b>{serial ?? assetNumber}</b> {words.meter(meter)} <span>{reason}</span>
                </li>
              ))}
            </ul>
          </>
        )}
        <ul className={shared.plain}>
          {found?.runs.length === 0 ? <li className="quiet">{t('none')}</li> : null}
          {found?.runs.map((run) => (
            <li key={run.runId}>
              <b>
                {t('run', {
                  name: run.templateName,
                  format: run.format.toUpperCase(),
                  lines: run.lines,
                  size: words.number(run.bytes),
                })}
              </b>{' '}
              {run.isTest ? <span className={styles.tag}>{t('isTest')}</span> : null}{' '}
              <span>{t('by', { name: run.madeBy?.name ?? '', at: words.moment(run.madeAt) })}</span>{' '}
              <code className={shared.hash}>{run.hash}</code>{' '}
              <Button variant="link" busy={isBusy} onClick={() => make({ run: run.runId })}>
                {t('again')}
              </Button>
            </li>
          ))}
        </ul>
      </div>
    </Panel>
  );
}

/** Fetches files and saves them. */
function useFiles(close: Close) {
  const t = useTranslations('meters.exports');
  const client = useQueryClient();
  const making = useMutation({
    mutationFn: async (asked: Parameters<typeof askForFile>[1]) => {
      const answer = await askForFile(close.closeId, asked);
      const [, name = `meters-${close.period.lastDay}`] =
        /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '') ?? [];
      saveFile(name, await answer.blob());
      return name;
    },
    onSettled: async () => await client.invalidateQueries({ queryKey: [closesKey] }),
  });
  const code = making.error === null ? undefined : toStateOf(making.error).errorCode;
  return {
    make: making.mutate,
    isBusy: making.isPending,
    outcome: making.data === undefined ? undefined : t('made', { file: making.data }),
    problem: code === undefined ? undefined : t('failed', { code: String(code), why: toMessage(code) }),
  };
}

interface NewFileProps {
  readonly close: Close;
  readonly isBusy: boolean;
  readonly onMake: (asked: { readonly template: string; readonly test: boolean }) => void;
}

/** The template of a new file, what it would hold, and whether it is a test (MX-06). */
function NewFile({ close, isBusy, onMake }: NewFileProps) {
  const t = useTranslations('meters.exports');
  const templates = useQuery(meterQueries.templates).data ?? [];
  const [wanted, setWanted] = useState<string>();
  const [isTest, setTest] = useState(false);
  const templateId = templates.find((one) => one.templateId === wanted)?.templateId ?? templates[0]?.templateId;
  const trial = useQuery({
    ...meterQueries.trial(close.closeId, { templateId: templateId ?? 'all' }),
    enabled: templateId !== undefined,
  });
  const mustTest = trial.data?.mustTest === true;
  return (
    <>
      <div className={styles.fields} data-print="none">
        <Select
          label={t('template')}
          value={templateId}
          options={templates.map(({ templateId: value, name }) => ({ value, label: name }))}
          onChange={({ currentTarget }) => setWanted(currentTarget.value)}
        />
        <Check
          label={mustTest ? t('mustTest') : t('test')}
          isOn={mustTest || isTest}
          disabled={mustTest}
          onChange={setTest}
        />
        <Button
          variant="primary"
          busy={isBusy || trial.data === undefined}
          onClick={() => {
            if (templateId !== undefined) onMake({ template: templateId, test: mustTest || isTest });
          }}
        >
          {t('make')}
        </Button>
      </div>
      <PanelBody state={toPanelState(trial, 3)}>
        {trial.data === undefined ? null : <TrialTable trial={trial.data} />}
      </PanelBody>
    </>
  );
}
