import { tonerHistoryLength } from '@platen/contract/constants';
import { useTranslations } from 'use-intl/react';
import { TimeTracks } from '../../charts/time-tracks.tsx';
import { useChartFormat } from '../../charts/use-chart-format.ts';
import { toIsoDay } from '../../device/calendar-day.ts';
import { classNames } from '../../ui/class-names.ts';
import { Evidence } from '../../ui/evidence.tsx';
import { Panel, type PanelState } from '../../ui/panel.tsx';
import { useMinute } from '../../ui/use-age.ts';
import { toMedianInterval, type TonerRow, toSpans } from './toner-rows.ts';
import styles from './toner.module.css';

/** Every replacement on one axis of time: how long the cartridges of each colour last (TN-05). */
export function RhythmPanel({ rows, state }: { rows: readonly TonerRow[] | undefined; state: PanelState }) {
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
