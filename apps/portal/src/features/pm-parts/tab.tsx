import { partName } from '@platen/catalogue/families/parts';
import type { AnswerOf } from '@platen/contract/endpoint';
import type { readPmParts } from '@platen/contract/readings';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { toLifePercent } from '../../device/figures.ts';
import { historyQueries } from '../../device/history-queries.ts';
import { PanelGrid, span } from '../../device/panel-grid.tsx';
import { useNamedRead } from '../../device/use-series.ts';
import { useVerdictNote } from '../../device/verdict-note.tsx';
import { TableActions } from '../../downloads/table-actions.tsx';
import { environment } from '../../platform/environment.ts';
import { Evidence } from '../../ui/evidence.tsx';
import { Panel, toPanelState } from '../../ui/panel.tsx';
import { StatusShape } from '../../ui/status-mark.tsx';
import { PartsTable } from './parts-table.tsx';
import styles from './pm-parts.module.css';
import { countVerdicts, forecastWeeks, type PartRow, toPartRows, toWholeRange } from './to-part-rows.ts';

type PmParts = AnswerOf<typeof readPmParts>;

/** Parts for preventive maintenance, due ones first (GN-06, PM-01..PM-09). */
function PmPartsTab({ deviceId }: { deviceId: string }) {
  const t = useTranslations('pmParts');
  const { read, series } = useNamedRead(deviceId, useQuery(historyQueries.pmParts(deviceId)));
  const [withRanges, setWithRanges] = useState(false);
  const { data } = read;
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
        state={data?.parts.length === 0 ? { kind: 'empty', hint: t('none') } : toPanelState(read, 10)}
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
  const { asks, due, watch, unknown } = countVerdicts(rows);
  return (
    <p className={styles.summary}>
      <span data-state={due > 0 ? 'due' : asks > 0 ? 'soon' : undefined}>
        {asks > 0 ? <StatusShape status={due > 0 ? 'error' : 'warning'} /> : null}
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

/** The table as a file: every range stands in columns of its own. */
export function PartsActions({ rows }: { rows: readonly PartRow[] }) {
  const t = useTranslations('pmParts');
  const common = useTranslations('common');
  const verdict = useTranslations('judged.verdict');
  const noteOf = useVerdictNote();
  const percent = (value: number | null) => (value === null ? null : toLifePercent(value));
  const unknown = common('notReported');
  const withheld = (row: PartRow) => (row.withheld === undefined ? t('noForecast') : t('withheld', row.withheld));
  return (
    <TableActions
      name={t('title')}
      columns={[
        t('columns.state'),
        t('columns.part'),
        t('columns.code'),
        t('columns.consumed'),
        t('columns.lifeNow'),
        ...forecastWeeks.flatMap((week) => [t(`columns.${week}`), `${t(`columns.${week}`)}, ${t('ranges')}`]),
        t('columns.counter'),
        t('columns.replaced'),
        t('columns.note'),
      ]}
      toRows={() =>
        rows.map((row) => [
          row.verdict.verdict === 'unknown' ? t('lifeUnknown') : verdict(row.verdict.verdict),
          row.name,
          row.code,
          percent(row.consumed) ?? unknown,
          percent(row.lifeNow) ?? unknown,
          ...row.forecasts.flatMap(({ value, range }) => [
            percent(value) ?? withheld(row),
            value === null ? null : range === undefined ? t('rangeUnknown') : t('range', toWholeRange(range)),
          ]),
          row.counter ?? unknown,
          row.replacedAt?.slice(0, 10) ?? null,
          noteOf(row.verdict) ?? null,
        ])
      }
    />
  );
}
