import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl/react';
import { inPrintOrder } from '../../ui/print-colors.ts';
import { Advice } from './advice.tsx';
import { ColorName } from './facts.tsx';
import { PartActions, type PartRow, PartsTable } from './parts-table.tsx';
import type { Developers, FeedRollers, PredictionQueries } from './predictions.ts';
import { SignPanel } from './sign-panel.tsx';
import { mostSevereOf, toSign } from './to-sign.ts';

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
