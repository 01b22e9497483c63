import { partName } from '@platen/catalogue/families/parts';
import type { AnswerOf } from '@platen/contract/endpoint';
import type { readPmParts } from '@platen/contract/history';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { historyQueries } from '../../device/history-queries.ts';
import { deviceQueries } from '../../device/queries.ts';
import { toPanelState } from '../../device/query-panel.ts';
import { PanelGrid, span } from '../../device/panel-grid.tsx';
import { environment } from '../../platform/environment.ts';
import { Evidence } from '../../ui/evidence.tsx';
import { Panel } from '../../ui/panel.tsx';
import { StatusShape } from '../../ui/status-mark.tsx';
import { PartsActions } from './parts-actions.tsx';
import { PartsTable } from './parts-table.tsx';
import styles from './pm-parts.module.css';
import { countVerdicts, type PartRow, toPartRows } from './to-part-rows.ts';

type PmParts = AnswerOf<typeof readPmParts>;

/** Parts for preventive maintenance, due ones first (GN-06, PM-01..PM-09). */
function PmPartsTab({ deviceId }: { deviceId: string }) {
  const t = useTranslations('pmParts');
  const query = useQuery(historyQueries.pmParts(deviceId));
  const series = useQuery(deviceQueries.profile(deviceId)).data?.series ?? null;
  const [withRanges, setWithRanges] = useState(false);
  const { data } = query;
  const rows = data === undefined ? [] : toRows(data, series);
  const hasRanges = rows.some(({ forecasts }) => forecasts.some(({ range }) => range !== undefined));
  return (
    <PanelGrid>
      <Panel
        className={span(12)}
        title={t('title')}
        note={
          data === undefined ? undefined : (
            <Evidence title={t('title')} note={t('made.threshold')}>
              {t('threshold', { value: data.threshold })}
            </Evidence>
          )
        }
        aside={
          rows.length === 0 ? undefined : (
            <span className={styles.tools}>
              {hasRanges ? (
                <button
                  type="button"
                  className={styles.toggle}
                  aria-pressed={withRanges}
                  onClick={() => setWithRanges(!withRanges)}
                >
                  {t('ranges')}
                </button>
              ) : null}
              <PartsActions rows={rows} />
            </span>
          )
        }
        state={data?.parts.length === 0 ? { kind: 'empty', hint: t('none') } : toPanelState(query, 10)}
      >
        {data === undefined ? null : (
          <>
            <Summary rows={rows} />
            <PartsTable rows={rows} threshold={data.threshold} withRanges={withRanges} />
          </>
        )}
      </Panel>
    </PanelGrid>
  );
}

const toRows = (data: PmParts, series: string | null): PartRow[] =>
  toPartRows(data, (code) => (series === null ? undefined : partName(series, code, environment().locale)));

/** 'n parts to replace now or at the next visit; n to watch': what to bring. */
function Summary({ rows }: { rows: readonly PartRow[] }) {
  const { asks, watch, unknown } = countVerdicts(rows);
  return (
    <p className={styles.summary}>
      <span data-state={asks > 0 ? 'due' : undefined}>
        {asks > 0 ? <StatusShape status="error" /> : null}
        <Count of="asks" count={asks} />
      </span>
      <span data-state={watch > 0 ? 'soon' : undefined}>
        {watch > 0 ? <StatusShape status="warning" /> : null}
        <Count of="watch" count={watch} />
      </span>
      {unknown > 0 ? (
        <span className="quiet">
          <Count of="unknown" count={unknown} />
        </span>
      ) : null}
    </p>
  );
}

function Count({ of, count }: { of: 'asks' | 'watch' | 'unknown'; count: number }) {
  const t = useTranslations('pmParts');
  return (
    <Evidence title={t('columns.state')} note={t(`made.${of}`)}>
      {t(`summary.${of}`, { count })}
    </Evidence>
  );
}

export const prefetch = (client: QueryClient, deviceId: string): Promise<unknown> =>
  client.prefetchQuery(historyQueries.pmParts(deviceId));

export { PmPartsTab as Content };
