import type { Basis } from '@platen/contract/basis';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl/react';
import { VerdictNote } from '../../device/verdict-note.tsx';
import { GridTable } from '../../ui/grid/grid-table.tsx';
import { Figure, LastReplaced, Predicted } from './facts.tsx';
import styles from './failure-sign.module.css';
import type { LifePrediction } from './predictions.ts';
import { toDay, toDaySpan } from './to-day.ts';
import { toSign } from './to-sign.ts';
import { useWords } from './use-words.ts';

export interface PartRow {
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
export function PartsTable({ label, head, rows }: { label: string; head: string; rows: readonly PartRow[] }) {
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
  const words = useWords();
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
          {rate === null ? null : words.percent(rate)}
        </Figure>
        {rated === undefined ? null : (
          <small>
            {words.percent(rated.consumed)} {t('ratedShort')}
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
