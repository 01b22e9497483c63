import { useTranslations } from 'use-intl/react';
import { VerdictNote } from '../../device/verdict-note.tsx';
import { Advice } from './advice.tsx';
import { Fact, Figure, LastReplaced, LimitFacts, Predicted } from './facts.tsx';
import styles from './failure-sign.module.css';
import type { LifePrediction, PredictionQueries } from './predictions.ts';
import { SignPanel } from './sign-panel.tsx';
import { toDay, toDaySpan } from './to-day.ts';
import { toSign } from './to-sign.ts';
import { Trend } from './trend.tsx';
import { useTexts } from './use-texts.ts';

const signOf = ({ messageId, basis, replacementPart }: LifePrediction) =>
  toSign(messageId, basis, replacementPart.verdict);

/**
 * A part predicted by its life: the fuser belt and the drum that will fail first (FS-01, FS-07, FS-08,
 * FS-14..FS-20).
 */
export function LifePanel({
  component,
  query,
  series,
}: {
  component: 'fuser' | 'drum';
  query: PredictionQueries['drum'];
  series: string | null;
}) {
  const t = useTranslations('failureSign.note');
  const texts = useTexts();
  return (
    <SignPanel
      component={component}
      query={query}
      size="half"
      signOf={signOf}
      note={({ replacementPart }) =>
        component === 'fuser' ? t('fuser') : t('drum', { part: texts.part(replacementPart.partsMessageId) ?? '' })
      }
    >
      {(life) => (
        <>
          <Record life={life} component={component} />
          <Trend
            component={component}
            series={life}
            threshold={life.threshold}
            kind="upper"
            span={toDaySpan(life.replacementPart.predictionFailureDate, life.replacementPart.predictionFailureRange)}
            replaced={life.replacementPart.lastReplacementDate}
          />
          <VerdictNote verdict={life.replacementPart.verdict} className={styles.verdictNote} />
          <Advice messageIds={[life.messageId]} signs={[signOf(life)]} series={series} />
        </>
      )}
    </SignPanel>
  );
}

function Record({ life, component }: { life: LifePrediction; component: 'fuser' | 'drum' }) {
  const t = useTranslations('failureSign.part');
  const name = useTranslations('failureSign.component')(component);
  const path = `predictions.${component}`;
  const texts = useTexts();
  const { replacementPart: part, basis, threshold } = life;
  const rated = part.verdict?.rated ?? undefined;
  const percent = (value: number | null) => (value === null ? null : texts.percent(value));
  return (
    <dl className={styles.facts}>
      <Fact label={t('name')}>{texts.part(part.partsMessageId) ?? '-'}</Fact>
      <Fact label={t('exhaustionRate')}>
        <Figure title={t('exhaustionRate')} path={`${path}.exhaustionRate`} basis={basis}>
          {percent(part.exhaustionRate)}
        </Figure>
      </Fact>
      <Fact label={t('lifeRate')}>
        <Figure title={t('lifeRate')} path={`${path}.lifeRate`} basis={basis}>
          {percent(part.lifeRate)}
        </Figure>
      </Fact>
      {rated === undefined ? null : <Fact label={t('ratedLife')}>{percent(rated.consumed)}</Fact>}
      <Fact label={t('predictedFailure')}>
        <Predicted
          title={t('predictedFailure')}
          path={`${path}.predictionFailureDate`}
          span={toDaySpan(part.predictionFailureDate, part.predictionFailureRange)}
          basis={basis}
        />
      </Fact>
      <Fact label={t('lastReplaced')}>
        <LastReplaced day={toDay(part.lastReplacementDate)} of={name} path={path} />
      </Fact>
      <LimitFacts of={name} limit={threshold} kind="upper" toText={texts.percent} />
    </dl>
  );
}
