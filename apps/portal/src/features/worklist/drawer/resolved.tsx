import type { Condition } from '@platen/contract/worklist-item';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { toDate, useHeadline } from '../../../device/use-headline.ts';
import { Button } from '../../../ui/button.tsx';
import { PanelBody, toPanelState } from '../../../ui/panel.tsx';
import { useDates } from '../../../ui/use-dates.ts';
import { worklistQueries } from '../mutations.ts';
import styles from './drawer.module.css';

interface ResolvedProps {
  readonly rowId: string;
  readonly first: readonly Condition[];
  readonly count: number;
  /** Conditions that the first page holds. */
  readonly read: number;
}

/** Former conditions, folded; those beyond the first page are read when asked for. */
export function Resolved({ rowId, first, count, read }: ResolvedProps) {
  const t = useTranslations('drawer');
  const [offset, setOffset] = useState<number>();
  return (
    <details className={styles.resolved}>
      <summary>{t('conditions.resolved', { count })}</summary>
      <ResolvedList conditions={first} />
      {offset === undefined ? null : <FurtherPage rowId={rowId} offset={offset} />}
      {first.length < count && offset === undefined ? (
        <Button variant="link" onClick={() => setOffset(read)}>
          {t('conditions.more')}
        </Button>
      ) : null}
    </details>
  );
}

function FurtherPage({ rowId, offset }: { readonly rowId: string; readonly offset: number }) {
  const t = useTranslations('drawer');
  const query = useQuery(worklistQueries.row(rowId, offset));
  const [isNext, setNext] = useState(false);
  const { data } = query;
  const read = offset + (data?.conditions.length ?? 0);
  return (
    <PanelBody state={toPanelState(query, 3)}>
      <ResolvedList conditions={data?.conditions ?? []} />
      {data === undefined || read >= data.conditionCount ? null : isNext ? (
        <FurtherPage rowId={rowId} offset={read} />
      ) : (
        <Button variant="link" onClick={() => setNext(true)}>
          {t('conditions.more')}
        </Button>
      )}
    </PanelBody>
  );
}

function ResolvedList({ conditions }: { readonly conditions: readonly Condition[] }) {
  const t = useTranslations('drawer');
  const headline = useHeadline();
  const dates = useDates();
  return (
    <ul>
      {conditions.map((condition) => (
        <li key={condition.conditionId}>
          {headline(condition)}{' '}
          <span className="quiet">
            {condition.resolvedAt === null || condition.resolution === null
              ? null
              : t('conditions.resolvedOn', {
                  day: dates.date(toDate(condition.resolvedAt)),
                  how: t(`resolutions.${condition.resolution}`),
                })}
          </span>
        </li>
      ))}
    </ul>
  );
}
