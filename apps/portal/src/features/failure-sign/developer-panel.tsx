import { useTranslations } from 'use-intl/react';
import { Advice } from './advice.tsx';
import { ColorName } from './color-name.tsx';
import { PartActions } from './part-actions.tsx';
import { type PartRow, PartsTable } from './parts-table.tsx';
import type { Developers } from './predictions.ts';
import { inPrintOrder } from '../../ui/print-colors.ts';
import { SignPanel } from './sign-panel.tsx';
import { mostSevereOf, toSign } from './to-sign.ts';
import type { PredictionQueries } from './use-predictions.ts';

/** Developers by colour (FS-05, FS-25). */
export function DeveloperPanel({ query, series }: { query: PredictionQueries['developer']; series: string | null }) {
  const t = useTranslations('failureSign');
  const colors = useTranslations('common.color');
  const named = { label: t('component.developer'), head: t('part.color') };
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
  return (
    <SignPanel
      component="developer"
      query={query}
      size="quarter"
      renderActions={(data) => <PartActions {...named} rows={toRows(data)} />}
      signOf={({ predictionDevelopers }) =>
        mostSevereOf(
          predictionDevelopers.map(({ messageId, basis, replacementPart }) =>
            toSign(messageId, basis, replacementPart.verdict),
          ),
        )
      }
    >
      {(data) => {
        const rows = toRows(data);
        return (
          <>
            <PartsTable {...named} rows={rows} />
            <Advice
              messageIds={rows.map(({ messageId }) => messageId)}
              signs={rows.map(({ messageId, basis, part }) => toSign(messageId, basis, part.verdict))}
              series={series}
            />
          </>
        );
      }}
    </SignPanel>
  );
}
