import { useTranslations } from 'use-intl/react';
import { Advice } from './advice.tsx';
import { PartActions } from './part-actions.tsx';
import { type PartRow, PartsTable } from './parts-table.tsx';
import type { FeedRollers } from './predictions.ts';
import { SignPanel } from './sign-panel.tsx';
import { mostSevereOf, toSign } from './to-sign.ts';
import type { PredictionQueries } from './use-predictions.ts';

/** Feed rollers by paper source (FS-04, FS-24). */
export function FeedPanel({ query, series }: { query: PredictionQueries['feedRoller']; series: string | null }) {
  const t = useTranslations('failureSign');
  const named = { label: t('component.feedRoller'), head: t('part.source') };
  const toRows = ({ predictionFeedRollers: rollers }: FeedRollers): PartRow[] =>
    rollers.map(({ paperSource, messageId, replacementPart, basis }) => ({
      key: paperSource,
      label: t(`source.${paperSource}`),
      name: t(`source.${paperSource}`),
      path: `predictions.feedRoller.${paperSource}`,
      messageId,
      part: replacementPart,
      basis,
    }));
  return (
    <SignPanel
      component="feedRoller"
      query={query}
      size="quarter"
      signOf={({ predictionFeedRollers }) =>
        mostSevereOf(
          predictionFeedRollers.map(({ messageId, basis, replacementPart }) =>
            toSign(messageId, basis, replacementPart.verdict),
          ),
        )
      }
      note={() => t('note.feedRoller')}
      renderActions={(data) => <PartActions {...named} rows={toRows(data)} />}
    >
      {(data) => (
        <>
          <PartsTable {...named} rows={toRows(data)} />
          <Advice
            messageIds={data.predictionFeedRollers.map(({ messageId }) => messageId)}
            signs={data.predictionFeedRollers.map(({ messageId, basis, replacementPart }) =>
              toSign(messageId, basis, replacementPart.verdict),
            )}
            series={series}
          />
        </>
      )}
    </SignPanel>
  );
}
