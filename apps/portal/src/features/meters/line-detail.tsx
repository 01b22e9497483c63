import type { CloseLine } from '@platen/contract/close-lines';
import type { breakCauses } from '@platen/contract/constants';
import type { CorrectionReason } from '@platen/contract/meter-values';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import type { MeterWords } from '../../device/use-meter-words.ts';
import { Button } from '../../ui/button.tsx';
import { ButtonLink } from '../../ui/link.tsx';
import { isOpen, type Rights } from './close-rights.ts';
import { AssetDialog, FigureDialog } from './entry-dialogs.tsx';
import styles from './line-row.module.css';
import type { Close } from './queries.ts';
import { SettleDialog } from './settle-dialog.tsx';
import type { useSettle } from './use-settle.ts';

type BreakCause = (typeof breakCauses)[number];

/** The reason that goes with a cause stated by one press. */
const reasonOf: Readonly<Record<BreakCause, CorrectionReason>> = {
  boardExchanged: 'boardExchange',
  memoryCleared: 'other',
  counterSet: 'other',
  deviceExchanged: 'other',
  misread: 'misread',
  printed: 'agreed',
};

/** Causes by how likely they are where a line stops so; the first ones stand as buttons. */
const likely: Readonly<Record<'afterBreak' | 'suspicious', readonly BreakCause[]>> = {
  afterBreak: ['boardExchanged', 'memoryCleared', 'misread', 'deviceExchanged', 'counterSet', 'printed'],
  suspicious: ['printed', 'misread', 'deviceExchanged', 'counterSet', 'memoryCleared', 'boardExchanged'],
};
const firstCauses = 3;

export interface DetailProps {
  readonly line: CloseLine;
  /** Lines that are settled together with this one, which is the last of them. */
  readonly matter: readonly CloseLine[];
  readonly close: Close;
  readonly words: MeterWords;
  readonly rights: Rights;
  readonly settle: ReturnType<typeof useSettle>;
}

/** What is known of a line in sentences, and what can be done with it (LG-38). */
export function LineDetail({ line, matter, close, words, rights, settle }: DetailProps) {
  const t = useTranslations('meters.actions');
  const causes = useTranslations('ledger.causes');
  const [dialog, setDialog] = useState<'figure' | 'asset' | 'leaveOut'>();
  const [isWhole, setWhole] = useState(false);
  const shut = () => setDialog(undefined);
  const isChangeable = isOpen(close) && line.kind === 'reading';
  const act = (body: Parameters<typeof settle.settle>[0]['body']) => settle.settle({ body, lines: matter });
  const stops = new Set(line.stops);
  const asksCause = isChangeable && rights.mayCorrect && (stops.has('afterBreak') || stops.has('suspicious'));
  const fits = likely[stops.has('suspicious') ? 'suspicious' : 'afterBreak'].filter(
    (cause) => cause !== 'printed' || line.break?.kind === 'leapt',
  );
  const stated = line.break?.cause ?? undefined;
  const ordered = stated === undefined ? fits : [stated, ...fits.filter((cause) => cause !== stated)];
  const isShort = asksCause && !isWhole;
  const mayClose = isChangeable && rights.mayClose;
  return (
    <div className={styles.explained}>
      <p>{useSentences(line, matter.length - 1, words).join(' ')}</p>
      <div className={styles.actions} data-print="none">
        {asksCause
          ? ordered.slice(0, isShort ? firstCauses : ordered.length).map((cause) => (
              <Button
                key={cause}
                busy={settle.isBusy}
                variant={cause === stated ? 'primary' : 'default'}
                onClick={() => act({ action: 'cause', cause, reason: reasonOf[cause] })}
              >
                {causes(cause)}
              </Button>
            ))
          : null}
        {isChangeable && rights.mayCorrect && (stops.has('none') || line.state === 'old') ? (
          <Button aria-haspopup="dialog" onClick={() => setDialog('figure')}>
            {t('figure')}
          </Button>
        ) : null}
        {mayClose && line.estimate !== null && !line.hasTwoEstimates && line.settled === null ? (
          <Button busy={settle.isBusy} onClick={() => act({ action: 'estimate', reason: 'other' })}>
            {t('estimate')}
          </Button>
        ) : null}
        {mayClose && line.settled === null && (stops.has('none') || stops.has('goesApart')) ? (
          <Button busy={settle.isBusy} onClick={() => act({ action: 'accept', reason: 'other' })}>
            {t('accept')}
          </Button>
        ) : null}
        {isChangeable && rights.mayFacts && stops.has('assetNumber') ? (
          <Button aria-haspopup="dialog" onClick={() => setDialog('asset')}>
            {t('asset')}
          </Button>
        ) : null}
        {mayClose && line.settled === null && !isShort ? (
          <Button aria-haspopup="dialog" onClick={() => setDialog('leaveOut')}>
            {t('leaveOut')}
          </Button>
        ) : null}
        {mayClose && line.settled !== null ? (
          <Button busy={settle.isBusy} onClick={() => act({ action: 'takeBack', reason: 'other' })}>
            {t('takeBack')}
          </Button>
        ) : null}
        {isShort ? (
          <Button aria-expanded={false} onClick={() => setWhole(true)}>
            {t('more')}
          </Button>
        ) : null}
        <ButtonLink to="/counter" search={{ device: line.deviceId, view: 'ledger', meter: line.meter }}>
          {t('ledger')}
        </ButtonLink>
      </div>
      {dialog === 'figure' ? <FigureDialog line={line} words={words} zone={close.period.zone} onClose={shut} /> : null}
      {dialog === 'asset' ? <AssetDialog line={line} onClose={shut} /> : null}
      {dialog === 'leaveOut' ? (
        <SettleDialog
          lines={matter}
          mayCorrect={rights.mayCorrect}
          isBusy={settle.isBusy}
          problem={settle.problem}
          onSettle={(body) => settle.settle({ body, lines: matter }, { onSuccess: shut })}
          onClose={shut}
        />
      ) : null}
    </div>
  );
}

/** What stops, warns or is remarked, each a sentence. */
function useSentences(line: CloseLine, others: number, words: MeterWords): readonly string[] {
  const t = useTranslations('meters.line');
  const causes = useTranslations('ledger.causes');
  const reasons = useTranslations('ledger.corrections.reasons');
  const remarks = useTranslations('meters.remarks');
  const common = useTranslations('common');
  const settledAs = useTranslations('meters.settled');
  const actions = useTranslations('meters.actions');
  // Of the buttons of a line, which ask for no note.
  const whyBy = { leaveOut: undefined, estimate: actions('noReading'), accept: actions('lastReading') };
  const { break: broken, stops, end, estimate, settled, corrected, canDiffer, state } = line;
  const all: string[] = [];
  if (broken !== null) {
    const { before, after, usual, cause, statedBy } = broken;
    const pages = words.number(after.value - before.value);
    const at = words.moment(after.at);
    if (broken.kind === 'fell')
      all.push(t('fell', { before: words.number(before.value), after: words.number(after.value), at }));
    else if (usual === null) all.push(t('leapt', { pages, at }));
    else all.push(t('leaptUsual', { pages, at, usual: words.number(Math.round(usual.value)) }));
    if (cause !== null)
      all.push(
        statedBy === null
          ? t('causeAlone', { cause: causes(cause) })
          : t('cause', { cause: causes(cause), name: statedBy }),
      );
  }
  if (stops.includes('none') || state === 'old')
    all.push(
      end === null ? t('noReading') : t('lastReading', { at: words.moment(end.at), value: words.number(end.value) }),
    );
  if (state === 'old' && canDiffer !== null) all.push(t('canDiffer', { pages: words.number(canDiffer) }));
  if (estimate !== null) {
    const { value, lower, upper, inARow } = estimate;
    all.push(t('estimate', { value: words.number(value), lower: words.number(lower), upper: words.number(upper) }));
    // The estimate itself is one of them.
    if (inARow > 1) all.push(t('inARow', { count: inARow - 1 }));
  }
  if (stops.includes('assetNumber')) all.push(t('noAssetText'));
  if (stops.includes('goesApart')) all.push(t('goesApart'));
  if (stops.includes('correctionWaiting')) all.push(t('correctionWaiting'));
  if (line.warnings.includes('negative')) all.push(t('negative'));
  if (corrected !== 0) all.push(`${t('corrected', { pages: words.signed(corrected) })}.`);
  if (line.elsewhere !== undefined) all.push(t('elsewhere', { pages: words.number(line.elsewhere) }));
  if (settled !== null)
    all.push(
      t('settled', {
        what: settledAs(settled.kind),
        name: settled.by?.name ?? '',
        at: words.moment(settled.at),
        reason: settled.note ?? whyBy[settled.kind] ?? reasons(settled.reason),
      }),
    );
  if (others > 0) all.push(t('together', { meter: words.meter(line.meter), count: others }));
  if (line.remarks.length > 0)
    all.push(`(${line.remarks.map((remark) => remarks(remark)).join(common('list.separator'))})`);
  return all;
}
