import { dayMs } from '@platen/contract/constants';
import { exportLinkDays } from '@platen/contract/meter-export-names';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl/react';
import { span } from '../../device/panel-grid.tsx';
import type { MeterWords } from '../../device/use-meter-words.ts';
import { saveFile } from '../../downloads/save-file.ts';
import { toMessage } from '../../platform/application-message.ts';
import { toStateOf } from '../../platform/failure.ts';
import { Button } from '../../ui/button.tsx';
import { Panel, toPanelState } from '../../ui/panel.tsx';
import { useMinute } from '../../ui/use-dates.ts';
import { usePlace } from './address.ts';
import type { Rights } from './close-rights.ts';
import styles from './exports-panel.module.css';
import shared from './meters.module.css';
import { NewFile } from './new-file.tsx';
import { askForFile, type Close, closesKey, type FileAsked, meterQueries, sendByMail } from './queries.ts';

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
  const [{ file }] = usePlace();
  const now = useMinute();
  const linked = found?.runs.find(({ runId }) => runId === file);
  return (
    <Panel className={span(12)} title={t('title')} note={t('note')} state={toPanelState(query, 4)}>
      <div className={styles.exports}>
        {linked === undefined ? null : (
          <p>
            {now.getTime() < Date.parse(linked.madeAt) + exportLinkDays * dayMs ? (
              <Button variant="primary" busy={isBusy} onClick={() => make({ run: linked.runId })}>
                {t('fetchLinked', { name: linked.templateName })}
              </Button>
            ) : (
              t('linkEnded', { days: exportLinkDays })
            )}
          </p>
        )}
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
              {run.way === 'mail' ? <span className={styles.tag}>{t('byMail')}</span> : null}{' '}
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

/** Fetches files and saves them, or has them sent. */
function useFiles(close: Close) {
  const t = useTranslations('meters.exports');
  const client = useQueryClient();
  const making = useMutation({
    mutationFn: async (asked: FileAsked) => {
      if ('channelId' in asked) {
        const { isAttached } = await sendByMail(close.closeId, asked);
        return t(isAttached ? 'mailed' : 'linkMailed');
      }
      const answer = await askForFile(close.closeId, asked);
      const [, name = `meters-${close.period.lastDay}`] =
        /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '') ?? [];
      saveFile(name, await answer.blob());
      return t('made', { file: name });
    },
    onSettled: async () => await client.invalidateQueries({ queryKey: [closesKey] }),
  });
  const code = making.error === null ? undefined : toStateOf(making.error).errorCode;
  return {
    make: making.mutate,
    isBusy: making.isPending,
    outcome: making.data,
    problem: code === undefined ? undefined : t('failed', { code: String(code), why: toMessage(code) }),
  };
}
