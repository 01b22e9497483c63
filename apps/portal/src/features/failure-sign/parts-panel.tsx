import type { Basis } from '@platen/contract/basis';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl/react';
import { VerdictNote } from '../../device/verdict-note.tsx';
import { TableActions } from '../../downloads/table-actions.tsx';
import { GridTable } from '../../ui/grid/grid-table.tsx';
import { inPrintOrder } from '../../ui/print-colors.ts';
import { ColorName, Figure, LastReplaced, Predicted } from './facts.tsx';
import styles from './failure-sign.module.css';
import type { Developers, FeedRollers, LifePrediction, PredictionQueries } from './predictions.ts';
import { Advice, SignPanel } from './sign-panel.tsx';
import { asksForVisit, mostSevereOf, toDay, toDaySpan, toSign } from './to-sign.ts';
import { useCells, useTexts } from './use-texts.ts';

interface PanelProps<Component extends keyof PredictionQueries> {
  readonly query: PredictionQueries[Component];
  readonly series: string | null;
}

/** Feed rollers by paper source (FS-04, FS-24). */
export function FeedPanel({ query, series }: PanelProps<'feedRoller'>) {
  const t = useTranslations('failureSign');
  const toRows = ({ predictionFeedRollers }: FeedRollers): PartRow[] =>
    predictionFeedRollers.map(({ paperSource, messageId, replacementPart, basis }) => ({
      key: paperSource,
      label: t(`source.${paperSource}`),
      name: t(`source.${paperSource}`),
      path: `predictions.feedRoller.${paperSource}`,
      messageId,
      part: replacementPart,
      basis,
    }));
  return (
    <PartsPanel
      component="feedRoller"
      head={t('part.source')}
      note={t('note.feedRoller')}
      query={query}
      series={series}
      toRows={toRows}
    />
  );
}

/** Developers by colour (FS-05, FS-25). */
export function DeveloperPanel({ query, series }: PanelProps<'developer'>) {
  const t = useTranslations('failureSign');
  const colors = useTranslations('common.color');
  const toRows = ({ predictionDevelopers }: Developers): PartRow[] =>
    inPrintOrder(predictionDevelopers).map(({ color, messageId, replacementPart, basis }) => ({
      key: color,
      label: colors(color),
      name: <ColorName color={color} />,
      path: `predictions.developer.${color}`,
      messageId,
      part: replacementPart,
      basis,
    }));
  return <PartsPanel component="developer" head={t('part.color')} query={query} series={series} toRows={toRows} />;
}

const signOf = ({ messageId, basis, part }: PartRow) => toSign(messageId, basis, part.verdict);

/** A component of several parts, one row each; `head` names what distinguishes them. */
function PartsPanel<Data>({
  component,
  head,
  note,
  query,
  series,
  toRows,
}: {
  component: 'feedRoller' | 'developer';
  head: string;
  note?: ReactNode;
  query: Parameters<typeof SignPanel<Data>>[0]['query'];
  series: string | null;
  toRows: (data: Data) => readonly PartRow[];
}) {
  const label = useTranslations('failureSign.component')(component);
  return (
    <SignPanel
      component={component}
      query={query}
      size="quarter"
      signOf={(data) => mostSevereOf(toRows(data).map(signOf))}
      note={note === undefined ? undefined : () => note}
      renderActions={(data) => <PartActions label={label} head={head} rows={toRows(data)} />}
    >
      {(data) => {
        const rows = toRows(data);
        return (
          <>
            <PartsTable label={label} head={head} rows={rows} />
            <Advice messageIds={rows.map(({ messageId }) => messageId)} signs={rows.map(signOf)} series={series} />
          </>
        );
      }}
    </SignPanel>
  );
}

interface PartRow {
  readonly key: string;
  /** The name in plain words. */
  readonly label: string;
  /** How the part is called here: its drawer, its colour. */
  readonly name: ReactNode;
  readonly path: string;
  readonly messageId: string | null;
  readonly part: LifePrediction['replacementPart'];
  readonly basis?: Basis | undefined;
}

/** Parts of one component with life, predicted day and last replacement (FS-14..FS-18). */
function PartsTable({ label, head, rows }: { label: string; head: string; rows: readonly PartRow[] }) {
  const t = useTranslations('failureSign.part');
  return (
    <GridTable label={label} className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{head}</th>
          <th scope="col" data-end>
            {t('life')}
          </th>
          <th scope="col" data-end>
            {t('predicted')}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.key} row={row} />
        ))}
      </tbody>
    </GridTable>
  );
}

function Row({ row: { name, label, path, messageId, part, basis } }: { row: PartRow }) {
  const t = useTranslations('failureSign.part');
  const texts = useTexts();
  const replaced = toDay(part.lastReplacementDate);
  const rate = part.exhaustionRate ?? part.lifeRate;
  const rateName = part.exhaustionRate === null ? t('lifeRate') : t('exhaustionRate');
  const ratePath = part.exhaustionRate === null ? `${path}.lifeRate` : `${path}.exhaustionRate`;
  const sign = toSign(messageId, basis, part.verdict);
  const rated = part.verdict?.rated ?? undefined;
  return (
    <tr data-sign={sign}>
      <th scope="row">
        <span className={styles.partName}>{name}</span>
        {replaced === undefined ? null : (
          <small>
            {t('lastReplaced')} <LastReplaced day={replaced} of={label} path={path} />
          </small>
        )}
        <VerdictNote verdict={part.verdict} />
      </th>
      <td data-end>
        <Figure title={rateName} path={ratePath}>
          {rate === null ? null : texts.percent(rate)}
        </Figure>
        {rated === undefined ? null : (
          <small>
            {texts.percent(rated.consumed)} {t('ratedShort')}
          </small>
        )}
      </td>
      <td data-end>
        <Predicted
          title={t('predictedFailure')}
          path={`${path}.predictionFailureDate`}
          span={toDaySpan(part.predictionFailureDate, part.predictionFailureRange)}
          basis={basis}
          isFailing={sign === 'now' || sign === 'nextVisit'}
        />
      </td>
    </tr>
  );
}

/** The parts of one component as a file, each figure in a column of its own. */
function PartActions({ label, head, rows }: { label: string; head: string; rows: readonly PartRow[] }) {
  const t = useTranslations('failureSign');
  const cells = useCells();
  const texts = useTexts();
  if (rows.length === 0) return null;
  return (
    <TableActions
      name={label}
      columns={[
        head,
        t('horizon.state'),
        t('part.exhaustionRate'),
        t('part.lifeRate'),
        t('part.predictedFailure'),
        t('profile.range'),
        t('part.lastReplaced'),
        t('part.ratedLife'),
      ]}
      toRows={() =>
        rows.map(({ label: name, messageId, part, basis }) => {
          const sign = toSign(messageId, basis, part.verdict);
          const span = toDaySpan(part.predictionFailureDate, part.predictionFailureRange);
          const replaced = toDay(part.lastReplacementDate);
          return [
            name,
            cells.sign(sign),
            cells.rate(part.exhaustionRate, basis),
            cells.rate(part.lifeRate, basis),
            ...cells.predicted(span, basis, asksForVisit(sign)),
            replaced === undefined ? null : texts.day(replaced),
            cells.rate(part.verdict?.rated?.consumed ?? null, undefined),
          ];
        })
      }
    />
  );
}
