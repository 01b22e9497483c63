import { tonerHistoryLength } from '@platen/contract/constants';
import type { AnswerOf } from '@platen/contract/endpoint';
import type { readToner } from '@platen/contract/readings';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'use-intl/react';
import { useChartFormat } from '../../charts/time-axis.ts';
import { TimeTracks } from '../../charts/time-tracks.tsx';
import { deviceQueries } from '../../device/device-query.ts';
import { toIsoDay } from '../../device/figures.ts';
import { historyQueries } from '../../device/history-queries.ts';
import { PanelGrid } from '../../device/panel-grid.tsx';
import { AfterPaint } from '../../ui/after-paint.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Evidence } from '../../ui/evidence.tsx';
import { Swatch } from '../../ui/gauge.tsx';
import { Panel, type PanelState, toPanelState } from '../../ui/panel.tsx';
import { Unknown } from '../../ui/readout.tsx';
import { useMinute } from '../../ui/use-dates.ts';
import { HistoryPanel } from './history-panel.tsx';
import { LevelsPanel } from './levels-panel.tsx';
import styles from './toner.module.css';
import { type TonerRow, toMedianInterval, toSpans, toTonerRows } from './toner-rows.ts';

/** Toner: levels, days left, pixel counts, the setting, and the cartridges (TN-01..TN-13). */
function TonerTab({ deviceId }: { deviceId: string }) {
  const query = useQuery(historyQueries.toner(deviceId));
  const profile = useQuery(deviceQueries.profile(deviceId)).data;
  const { data } = query;
  const rows = data === undefined ? undefined : toTonerRows(data, profile);
  const state = toPanelState(query, 5);
  return (
    <PanelGrid>
      <LevelsPanel rows={rows} state={state} />
      <PixelPanel rows={rows} state={state} />
      <NearEmptyPanel setting={data?.tonerNearEmpty} state={state} />
      <AfterPaint>
        <RhythmPanel rows={rows} state={state} />
        <AfterPaint>
          <HistoryPanel rows={rows} state={state} />
        </AfterPaint>
      </AfterPaint>
    </PanelGrid>
  );
}

export const prefetch = (client: QueryClient, deviceId: string): Promise<unknown> =>
  client.prefetchQuery(historyQueries.toner(deviceId));

export { TonerTab as Content };

/** Average share of the page printed with the current cartridge, by colour (TN-04). */
export function PixelPanel({ rows, state }: { rows: readonly TonerRow[] | undefined; state: PanelState }) {
  const t = useTranslations('toner.pixel');
  const known = rows?.filter(({ averagePixelCount }) => averagePixelCount !== null) ?? [];
  // The usual page covers some 5 percent: a scale that fits it makes the difference seen.
  const scale = Math.max(10, ...known.map(({ averagePixelCount }) => Math.ceil((averagePixelCount ?? 0) / 5) * 5));
  return (
    <Panel
      className={styles.pixels}
      title={t('title')}
      note={t('note')}
      state={rows !== undefined && known.length === 0 ? { kind: 'empty', hint: t('none') } : state}
    >
      <dl className={styles.pixelRows}>
        {rows?.map((row) => (
          <Pixels key={row.color} row={row} scale={scale} />
        ))}
      </dl>
    </Panel>
  );
}

function Pixels({ row: { color, tone, averagePixelCount: count }, scale }: { row: TonerRow; scale: number }) {
  const t = useTranslations('toner.pixel');
  const common = useTranslations('common');
  const format = useFormatter();
  const name = common(`color.${color}`);
  return (
    <div className={styles.pixelRow}>
      <dt>
        <Swatch tone={tone} />
        <span className="vh">{name}</span>
      </dt>
      <dd className={styles.pixelBar} data-unknown={count === null} aria-hidden="true">
        {count === null ? null : (
          <i data-tone={tone} style={{ inlineSize: `${Math.min(100, (count / scale) * 100)}%` }} />
        )}
      </dd>
      <dd className={styles.pixelValue}>
        {count === null ? (
          <Unknown>{common('notReported')}</Unknown>
        ) : (
          <Evidence title={t('titleOf', { color: name })} path={`toner.averagePixelCount.${color}`}>
            {`${format.number(count, 'oneDecimal')}%`}
          </Evidence>
        )}
      </dd>
    </div>
  );
}

type Setting = AnswerOf<typeof readToner>['tonerNearEmpty'];
const steps = ['longer', 'centre', 'shorter'] as const;

/**
 * The device's near-empty setting as reported: a step, or a limit in percent or sheets; values, as nothing is
 * set here (TN-07..TN-12, OQ-73).
 */
export function NearEmptyPanel({ setting, state }: { setting: Setting | undefined; state: PanelState }) {
  const t = useTranslations('toner.nearEmpty');
  return (
    <Panel
      className={styles.nearEmpty}
      title={t('title')}
      state={setting === null ? { kind: 'empty', hint: t('none') } : state}
    >
      {setting ? <Reported setting={setting} /> : null}
    </Panel>
  );
}

function Reported({ setting: { mode, percent, sheets } }: { setting: NonNullable<Setting> }) {
  const t = useTranslations('toner.nearEmpty');
  const common = useTranslations('common');
  const format = useFormatter();
  const step = steps.find((one) => one === mode);
  const limit = (label: string, text: string | undefined) => (
    <div>
      <dt>{label}</dt>
      <dd>
        {text === undefined ? (
          <span className="quiet">{common('none')}</span>
        ) : (
          <Evidence title={`${t('title')}, ${label}`} path="toner.nearEmpty">
            {text}
          </Evidence>
        )}
      </dd>
    </div>
  );
  return (
    <>
      <dl className={styles.limits}>
        {limit(t('notice'), step === undefined ? undefined : t(step))}
        {limit(t('percent'), percent === null ? undefined : common('percent', { value: percent }))}
        {limit(t('sheets'), sheets === null ? undefined : format.number(sheets))}
      </dl>
      <p className={styles.settingNote}>{t('reported')}</p>
    </>
  );
}

/** Every replacement on one axis of time: how long the cartridges of each colour last (TN-05). */
function RhythmPanel({ rows, state }: { rows: readonly TonerRow[] | undefined; state: PanelState }) {
  const t = useTranslations('toner');
  const isEmpty = rows?.every(({ cartridges }) => cartridges.length === 0) ?? false;
  return (
    <Panel
      className={classNames(styles.wide, styles.rhythm)}
      title={t('rhythm.title')}
      note={t('rhythm.note', { count: tonerHistoryLength - 1 })}
      state={isEmpty ? { kind: 'empty', hint: t('history.none') } : state}
    >
      {rows === undefined || isEmpty ? null : <Rhythm rows={rows} />}
    </Panel>
  );
}

function Rhythm({ rows }: { rows: readonly TonerRow[] }) {
  const t = useTranslations('toner.rhythm');
  const colors = useTranslations('common.color');
  const history = useTranslations('toner.history');
  const format = useChartFormat();
  const today = toIsoDay(useMinute());
  const days = rows.flatMap(({ cartridges }) => cartridges.map(({ replacedAt }) => replacedAt.slice(0, 10))).sort();
  const tracks = rows.map(({ color, tone, cartridges }) => {
    const median = toMedianInterval(cartridges);
    const every = median === undefined ? undefined : t('interval', { days: median });
    const count = t('summary', { color: colors(color), count: cartridges.length });
    return {
      key: color,
      label: tone,
      print: tone,
      spans: toSpans(cartridges, today),
      end: median === undefined ? undefined : t('days', { days: median }),
      state: cartridges.length === 0 ? { kind: 'none' as const, text: t('none') } : undefined,
      text: every === undefined ? count : `${count}, ${every}`,
    };
  });
  return (
    <>
      <TimeTracks
        title={t('title')}
        summary={tracks.map(({ text }) => text).join('; ')}
        from={days[0] ?? today}
        to={today}
        today={today}
        axis="bottom"
        tracks={tracks}
        table={{
          columns: [{ label: history('cartridge') }, { label: history('replaced') }],
          rows: rows.flatMap(({ color, cartridges }) =>
            cartridges.map(({ replacedAt }) => [colors(color), format.dayOf(replacedAt.slice(0, 10))]),
          ),
        }}
      />
      {tracks.some(({ end }) => end !== undefined) ? (
        <p className={styles.median}>
          <Evidence title={t('title')} note={t('made')}>
            {t('median')}
          </Evidence>
        </p>
      ) : null}
    </>
  );
}
