import { useTranslations } from 'use-intl/react';
import { TableActions } from '../../downloads/table-actions.tsx';
import type { PartRow } from './parts-table.tsx';
import { toDay, toDaySpan } from './to-day.ts';
import { asksForVisit, toSign } from './to-sign.ts';
import { useCells } from './use-cells.ts';
import { useWords } from './use-words.ts';

/** The parts of one component as a file, each figure in a column of its own. */
export function PartActions({ label, head, rows }: { label: string; head: string; rows: readonly PartRow[] }) {
  const t = useTranslations('failureSign');
  const cells = useCells();
  const words = useWords();
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
            replaced === undefined ? null : words.day(replaced),
            cells.rate(part.verdict?.rated?.consumed ?? null, undefined),
          ];
        })
      }
    />
  );
}
