import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import type { MeterWords } from '../../device/use-meter-words.ts';
import { saveFile } from '../../downloads/save-file.ts';
import { useRefused } from '../../editing/form-dialog.tsx';
import { HistoryLink } from '../../editing/history-link.tsx';
import { JobLine } from '../../jobs/job-line.tsx';
import { logError } from '../../platform/log.ts';
import { Button } from '../../ui/button.tsx';
import { later } from '../../ui/later.tsx';
import { Menu, type MenuItem } from '../../ui/menu.tsx';
import { useMinute } from '../../ui/use-dates.ts';
import { useLostFocus } from '../../ui/use-lost-focus.ts';
import { usePlace } from './address.ts';
import { CloseDialog } from './close-dialog.tsx';
import styles from './close-head.module.css';
import { isOpen, type Rights } from './close-rights.ts';
import { DiscardDialog } from './discard-dialog.tsx';
import { hasEnded } from './line-names.ts';
import shared from './meters.module.css';
import { askForLines, type Close, closesKey, readProofs } from './queries.ts';

const Templates = later(async () => (await import('./templates-dialog.tsx')).TemplatesDialog);
const Codes = later(async () => (await import('../../meter-codes/codes-dialog.tsx')).CodesDialog);

interface HeadProps {
  readonly close: Close;
  readonly words: MeterWords;
  readonly rights: Rights;
}

/** What the close is, and what can be done with it as a whole. */
export function CloseHead({ close, words, rights }: HeadProps) {
  const t = useTranslations('meters.head');
  const client = useQueryClient();
  const [dialog, setDialog] = useState<'close' | 'discard' | 'templates' | 'codes'>();
  const [asked, setAsked] = useState<string>();
  const [failed, setFailed] = useState<number>();
  const refusal = useRefused(failed);
  const shut = () => setDialog(undefined);
  const name = useLostFocus<HTMLHeadingElement>(isOpen(close));
  const { period } = close;
  const [place] = usePlace();
  const proving = useMutation({
    mutationFn: async () => {
      const { proofs, isCut } = await readProofs(close.closeId, place);
      if (proofs.length === 0) return t('noProofs');
      saveFile(
        `proofs-${period.lastDay}.json`,
        new Blob([JSON.stringify(proofs, null, 2)], { type: 'application/json' }),
      );
      return t(isCut ? 'proofsCut' : 'proofsSaved', { count: proofs.length });
    },
  });
  const more: readonly MenuItem[] = [
    { key: 'codes', label: t('codes'), onSelect: () => setDialog('codes') },
    { key: 'print', label: t('print'), onSelect: printPage },
    { key: 'proofs', label: t('proofs'), onSelect: () => proving.mutate() },
    ...(close.hash === null ? [] : [{ key: 'file', label: t('file'), onSelect: () => saveLines(close) }]),
    ...(rights.mayClose && mayDiscard(close)
      ? [{ key: 'discard', label: t('discard'), onSelect: () => setDialog('discard') }]
      : []),
  ];
  return (
    <header className={styles.head}>
      {isOpen(close) ? (
        <p className={styles.stops} data-any={close.stops > 0 || undefined}>
          {close.stops > 0
            ? t('stops', { count: close.stops })
            : t(close.lines + close.corrections > 0 || close.pending > 0 ? 'nothing' : 'noLines')}
        </p>
      ) : null}
      <h2 ref={name} tabIndex={-1}>
        {close.name}
      </h2>
      <p>{t('period', { from: words.day(period.firstDay), to: words.day(period.lastDay), zone: period.zone })}</p>
      <div className={styles.buttons} data-print="none">
        <HistoryLink subject={`close:${close.closeId}`} />
        <Button aria-haspopup="dialog" onClick={() => setDialog('templates')}>
          {t('templates')}
        </Button>
        <Menu label={t('more')} items={more} renderTrigger={(props) => <Button {...props}>{t('more')}</Button>} />
        {rights.mayClose && isOpen(close) ? (
          <Button
            variant="primary"
            aria-haspopup="dialog"
            disabled={close.state !== 'ready' || close.jobId !== null}
            onClick={() => setDialog('close')}
          >
            {t('close')}
          </Button>
        ) : null}
      </div>
      <Standing close={close} words={words} />
      <p role="alert" className={styles.problem}>
        {refusal}
      </p>
      <output className="quiet">{proving.isError ? t('proofsFailed') : proving.data}</output>
      {close.jobId === null && asked === undefined ? null : (
        <JobLine
          kind="meterClose"
          asked={asked ?? close.jobId ?? undefined}
          isCovered={false}
          onEnd={({ errorCode, dismiss }) => {
            dismiss();
            setAsked(undefined);
            setFailed(errorCode);
            void client.invalidateQueries({ queryKey: [closesKey] });
          }}
        />
      )}
      {dialog === 'close' ? <CloseDialog close={close} words={words} onAsked={setAsked} onClose={shut} /> : null}
      {dialog === 'discard' ? <DiscardDialog close={close} onClose={shut} /> : null}
      {dialog === 'templates' ? (
        <Templates closeId={close.closeId} closeName={close.name} mayClose={rights.mayClose} onClose={shut} />
      ) : null}
      {dialog === 'codes' ? <Codes mayClose={rights.mayClose} onClose={shut} /> : null}
    </header>
  );
}

/** An open one at any time, a closed one until it is exported (LG-36); the server knows author and hours. */
const mayDiscard = (close: Close): boolean => isOpen(close) || close.state === 'closed';

/** How far the close is, and by whom. */
function Standing({ close, words }: Pick<HeadProps, 'close' | 'words'>) {
  const t = useTranslations('meters.head');
  const now = useMinute();
  const name = close.closedBy?.name ?? '';
  // Devices of the scope that report none of the meters have no line.
  const { devicesWithLines = close.devices } = close;
  const texts = [
    t(devicesWithLines === close.devices || devicesWithLines === 0 ? 'size' : 'sizeOf', {
      devices: close.devices,
      withLines: devicesWithLines,
      lines: close.lines,
    }),
    close.pending > 0 ? t('pending', { count: close.pending }) : null,
    close.jobId === null ? null : t('running'),
    isOpen(close) && !hasEnded(close, now) ? t('notEnded') : null,
    isOpen(close) && close.pending === 0 && close.asOf !== null ? t('asOf', { at: words.moment(close.asOf) }) : null,
    close.closedAt !== null && close.exportedAt === null
      ? t('closed', { name, at: words.moment(close.closedAt) })
      : null,
    close.closedAt !== null && close.exportedAt !== null
      ? t('exported', { name, at: words.moment(close.closedAt), exported: words.moment(close.exportedAt) })
      : null,
    close.discardedAt === null ? null : t('discarded', { at: words.moment(close.discardedAt) }),
  ].filter((text) => text !== null);
  return (
    <div className={styles.standing}>
      <output>{texts.join(' ')}</output>
      {close.hash === null ? null : <code className={shared.hash}>{t('hash', { hash: close.hash })}</code>}
    </div>
  );
}

function printPage(): void {
  import('../../print/print-when-ready.ts')
    .then(({ printWhenReady }) => printWhenReady())
    .catch((thrown: unknown) => logError('the close could not be printed', thrown));
}

function saveLines({ closeId, period }: Close): void {
  askForLines(closeId)
    .then((answer) => answer.blob())
    .then((content) => saveFile(`close-${period.lastDay}.ndjson`, content))
    .catch((thrown: unknown) => logError('the lines could not be saved', thrown));
}
