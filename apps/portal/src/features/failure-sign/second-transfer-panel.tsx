import { useTranslations } from 'use-intl/react';
import { VerdictNote } from '../../device/verdict-note.tsx';
import { Advice } from './advice.tsx';
import { Fact, Figure, LastReplaced, LimitFacts, Predicted } from './facts.tsx';
import styles from './failure-sign.module.css';
import type { PredictionQueries, SecondTransfer } from './predictions.ts';
import { SignPanel } from './sign-panel.tsx';
import { toDay, toMonthSpan } from './to-day.ts';
import { toSign } from './to-sign.ts';
import { Trend } from './trend.tsx';
import { useTexts } from './use-texts.ts';

const path = 'predictions.secondTransfer';

const signOf = ({ messageId, basis, replacementPart }: SecondTransfer) =>
  toSign(messageId, basis, replacementPart.verdict);

/** The second transfer roller by its voltage against the lower limit (FS-02, FS-03, FS-17..FS-20). */
export function SecondTransferPanel({
  query,
  series,
}: {
  query: PredictionQueries['secondTransfer'];
  series: string | null;
}) {
  const t = useTranslations('failureSign.note');
  return (
    <SignPanel component="secondTransfer" query={query} size="half" signOf={signOf} note={() => t('secondTransfer')}>
      {(roller) => (
        <>
          <Record roller={roller} />
          <Trend
            component="secondTransfer"
            series={roller}
            threshold={roller.lowerThreshold}
            kind="lower"
            span={toMonthSpan(
              roller.replacementPart.predictionFailureMonth,
              roller.replacementPart.predictionFailureRange,
            )}
            replaced={roller.replacementPart.lastReplacementDate}
          />
          <VerdictNote verdict={roller.replacementPart.verdict} className={styles.verdictNote} />
          <Advice messageIds={[roller.messageId]} signs={[signOf(roller)]} series={series} />
        </>
      )}
    </SignPanel>
  );
}

function Record({ roller }: { roller: SecondTransfer }) {
  const t = useTranslations('failureSign.part');
  const name = useTranslations('failureSign.component')('secondTransfer');
  const texts = useTexts();
  const { replacementPart: part, basis, lowerThreshold } = roller;
  const volts = (value: number) => t('volts', { value: Math.round(value) });
  return (
    <dl className={styles.facts}>
      <Fact label={t('name')}>{texts.part(part.partsMessageId) ?? '-'}</Fact>
      <Fact label={t('driveTime')}>
        <Figure title={t('driveTime')} path={`${path}.driveTime`} basis={basis}>
          {part.driveTime === null ? null : t('hours', { value: Math.round(part.driveTime) })}
        </Figure>
      </Fact>
      <Fact label={t('predictedMonth')}>
        <Predicted
          title={t('predictedMonth')}
          path={`${path}.predictionFailureMonth`}
          span={toMonthSpan(part.predictionFailureMonth, part.predictionFailureRange)}
          basis={basis}
        />
      </Fact>
      <Fact label={t('lastReplaced')}>
        <LastReplaced day={toDay(part.lastReplacementDate)} of={name} path={path} />
      </Fact>
      <LimitFacts of={name} limit={lowerThreshold} kind="lower" toText={volts} />
    </dl>
  );
}
