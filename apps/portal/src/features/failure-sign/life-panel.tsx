import { useTranslations } from 'use-intl/react';
import { TrendChart } from '../../charts/trend-chart.tsx';
import { toIsoDay, toLifePercent } from '../../device/figures.ts';
import { VerdictNote } from '../../device/verdict-note.tsx';
import { useMinute } from '../../ui/use-dates.ts';
import { Fact, Figure, LastReplaced, LimitFacts, Predicted } from './facts.tsx';
import styles from './failure-sign.module.css';
import type { ComponentName, LifePrediction, PredictionQueries, SecondTransfer } from './predictions.ts';
import { Advice, SignPanel } from './sign-panel.tsx';
import { type Span, toDay, toDaySpan, toMonthSpan, toSign } from './to-sign.ts';
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

const rollerPath = 'predictions.secondTransfer';

const signOfRoller = ({ messageId, basis, replacementPart }: SecondTransfer) =>
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
    <SignPanel
      component="secondTransfer"
      query={query}
      size="half"
      signOf={signOfRoller}
      note={() => t('secondTransfer')}
    >
      {(roller) => (
        <>
          <RollerRecord roller={roller} />
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
          <Advice messageIds={[roller.messageId]} signs={[signOfRoller(roller)]} series={series} />
        </>
      )}
    </SignPanel>
  );
}

function RollerRecord({ roller }: { roller: SecondTransfer }) {
  const t = useTranslations('failureSign.part');
  const name = useTranslations('failureSign.component')('secondTransfer');
  const texts = useTexts();
  const { replacementPart: part, basis, lowerThreshold } = roller;
  const volts = (value: number) => t('volts', { value: Math.round(value) });
  return (
    <dl className={styles.facts}>
      <Fact label={t('name')}>{texts.part(part.partsMessageId) ?? '-'}</Fact>
      <Fact label={t('driveTime')}>
        <Figure title={t('driveTime')} path={`${rollerPath}.driveTime`} basis={basis}>
          {part.driveTime === null ? null : t('hours', { value: Math.round(part.driveTime) })}
        </Figure>
      </Fact>
      <Fact label={t('predictedMonth')}>
        <Predicted
          title={t('predictedMonth')}
          path={`${rollerPath}.predictionFailureMonth`}
          span={toMonthSpan(part.predictionFailureMonth, part.predictionFailureRange)}
          basis={basis}
        />
      </Fact>
      <Fact label={t('lastReplaced')}>
        <LastReplaced day={toDay(part.lastReplacementDate)} of={name} path={rollerPath} />
      </Fact>
      <LimitFacts of={name} limit={lowerThreshold} kind="lower" toText={volts} />
    </dl>
  );
}

/**
 * Readings, forecast in its band and the threshold of one part; nothing where there is no reading to draw
 * (FS-07, FS-19).
 */
function Trend({
  component,
  series,
  threshold,
  kind,
  span,
  replaced,
}: {
  component: ComponentName;
  series: Pick<LifePrediction, 'actual' | 'forecast'>;
  threshold: number | null;
  kind: 'upper' | 'lower';
  span: Span | undefined;
  /** Day of the last replacement. */
  replaced: string | null;
}) {
  const t = useTranslations('failureSign');
  const texts = useTexts();
  const today = toIsoDay(useMinute());
  const title = t(`component.${component}`);
  const outlook =
    span === undefined ? t('part.beyond') : [texts.at(span), texts.range(span)].filter(Boolean).join(', 80%: ');
  return (
    <TrendChart
      title={title}
      summary={`${t('chart.summary', { part: title })}. ${t('part.predicted')}: ${outlook}`}
      unit={kind === 'upper' ? '%' : 'V'}
      toShown={kind === 'upper' ? toLifePercent : undefined}
      actual={series.actual}
      forecast={series.forecast}
      threshold={threshold === null ? undefined : { value: threshold, limit: kind, label: t(`chart.${kind}Limit`) }}
      crossing={toCrossing(span, series.forecast ?? [])}
      today={today}
      replaced={replaced ?? undefined}
    />
  );
}

/**
 * Where the forecast meets its threshold; drawn only with its range. A month has no day of its own: the
 * forecast ends on the day it means, and the mark stands on it.
 */
export function toCrossing(span: Span | undefined, forecast: readonly { readonly date: string }[]) {
  if (span?.lower === undefined || span.upper === undefined) return undefined;
  const middle = toIsoDay(span.middle);
  const end = forecast.at(-1)?.date.slice(0, middle.length);
  const isMeant = span.grain === 'month' && end?.slice(0, 7) === middle.slice(0, 7);
  return { date: isMeant ? end : middle, lower: toIsoDay(span.lower), upper: toIsoDay(span.upper) };
}
