import type { CloseLine } from '@platen/contract/close-lines';
import type { LineGroup } from '@platen/contract/close-values';
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl/react';
import { type MeterWords } from '../../device/use-meter-words.ts';
import { ConfirmDialog } from '../../editing/form-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { usePlace } from './address.ts';
import styles from './dialogs.module.css';
import { deviceName } from './line-names.ts';
import { type Close, meterQueries, sendClose } from './queries.ts';

interface CloseDialogProps {
  readonly close: Close;
  readonly words: MeterWords;
  readonly onAsked: (jobId: string) => void;
  readonly onClose: () => void;
}

/** Lines of a decision that are named. */
const namedLines = 3;

/** Before a period is closed: every decision that was taken in it, and that it is for good. */
export function CloseDialog({ close, words, onAsked, onClose }: CloseDialogProps) {
  const t = useTranslations('meters.close');
  const totals = useQuery(meterQueries.close(close.closeId)).data?.totals ?? [];
  const [, go] = usePlace();
  const closing = useMutation({
    mutationFn: () => sendClose(close.closeId, close.version),
    onSuccess: (jobId) => {
      // Without a close in the address the next open one would be shown once this one is closed.
      go({ close: close.closeId });
      onAsked(jobId);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={t('title', { name: close.name })}
      submit={t('submit')}
      change={closing}
      onSubmit={() => closing.mutate()}
      onClose={onClose}
    >
      <dl className={styles.figures}>
        <div>
          <dt>{t('lines')}</dt>
          <dd>{words.number(close.lines + close.corrections)}</dd>
        </div>
        {totals.map(({ meter, billed }) => (
          <div key={meter}>
            <dt>{words.meter(meter)}</dt>
            <dd>{words.number(billed)}</dd>
          </div>
        ))}
        <div>
          <dt>{t('leftOut')}</dt>
          <dd>{words.number(close.leftOut)}</dd>
        </div>
      </dl>
      {(['estimated', 'settled', 'leftOut', 'corrections'] as const).map((group) => (
        <Decision key={group} close={close} words={words} group={group} onShow={onClose} />
      ))}
      <p className="quiet">
        {t('never')} {t('files')}
      </p>
    </ConfirmDialog>
  );
}

interface DecisionProps extends Pick<CloseDialogProps, 'close' | 'words'> {
  readonly group: Extract<LineGroup, 'estimated' | 'settled' | 'leftOut' | 'corrections'>;
  readonly onShow: () => void;
}

const texts = {
  estimated: 'estimated',
  settled: 'settled',
  leftOut: 'leftOutList',
  corrections: 'corrections',
} as const;

/** What was decided of some lines, with the first of them; nothing where there are none. */
function Decision({ close, words, group, onShow }: DecisionProps) {
  const t = useTranslations('meters.close');
  const [, go] = usePlace();
  const query = useInfiniteQuery(meterQueries.lines(close.closeId, { group, customer: undefined }));
  const page = query.data?.pages[0];
  const causes = useTranslations('ledger.causes');
  const remarks = useTranslations('meters.remarks');
  const lines = page?.lines ?? [];
  const count = page?.total ?? 0;
  if (count === 0) return null;
  const decisionsOf = ({ break: broken, remarks: all }: CloseLine): readonly string[] => {
    if (broken !== null && broken.cause !== null)
      return [causes(broken.cause), ...(broken.statedBy === null ? [] : [`(${broken.statedBy})`])];
    return all.filter((one) => one === 'typed' || one === 'leapAccepted').map((one) => remarks(one));
  };
  return (
    <div className={styles.decision}>
      <b>{t(texts[group], { count })}</b>
      <Button
        variant="link"
        onClick={() => {
          go({ group, line: undefined });
          onShow();
        }}
      >
        {t('show')}
      </Button>
      <span>
        {lines
          .slice(0, namedLines)
          .map((line) => {
            const pages =
              group === 'estimated' ? (line.estimate?.value ?? null) : group === 'corrections' ? line.billed : null;
            const note = line.settled?.note ?? null;
            return [
              `${deviceName(line)} ${words.meter(line.meter)}`,
              ...(pages === null ? [] : [words.signed(pages)]),
              ...(group === 'settled' ? decisionsOf(line) : []),
              ...(note === null ? [] : [`“${note}”`]),
            ].join(' ');
          })
          .join('; ')}
        {count > namedLines ? '; …' : null}
        {group === 'estimated' ? `; ${t('estimatedNote')}` : null}
      </span>
    </div>
  );
}
