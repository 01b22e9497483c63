import type { EvidenceEntry } from '@platen/contract/details';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl/react';
import { Evidence } from '../../ui/evidence.tsx';
import { useDates } from '../../ui/use-dates.ts';
import type { LogRow } from './error-rows.ts';

/** Paths in a device's own report. */
const paths = { code: 'errors.code', kind: 'errors.code', counter: 'errors.counter' } as const;
export type EvidenceColumn = keyof typeof paths;

/**
 * What was reported of an error, as stored: its own value first. The time of its receipt is not stored, its
 * own time is its age.
 */
function toReading(row: LogRow, column: EvidenceColumn): Partial<EvidenceEntry> {
  const raw = column === 'counter' ? String(row.counter) : row.errorCode;
  return {
    source: paths[column],
    name: paths[column],
    raw,
    rule: column === 'kind' ? 'derived' : 'asReported',
    also: [{ source: 'errors.occurredAt', raw: row.occurredAt }],
    observedAt: row.occurredAt,
    receivedAt: null,
    collector: null,
  };
}

/** The same of a coded setting of the moment. */
export const toSettingReading = (
  { occurredAt }: LogRow,
  { category, code, text }: { category: string; code: string; text: string | undefined },
): Partial<EvidenceEntry> => ({
  source: `errors.conditions.${category}`,
  name: `errors.conditions.${category}`,
  raw: code,
  rule: text === undefined ? 'asReported' : 'derived',
  also: [{ source: 'errors.occurredAt', raw: occurredAt }],
  observedAt: occurredAt,
  receivedAt: null,
  collector: null,
});

/** A figure of one error that can be questioned. */
export function RowEvidence({ row, column, children }: { row: LogRow; column: EvidenceColumn; children: ReactNode }) {
  const t = useTranslations('errorHistory');
  const dates = useDates();
  return (
    <Evidence
      title={`${row.errorCode}, ${dates.dateTime(row.at)}: ${t(`columns.${column}`)}`}
      path="errors.logs"
      note={column === 'kind' ? t('made.kind') : undefined}
      reading={toReading(row, column)}
    >
      {children}
    </Evidence>
  );
}
