import { useTranslations } from 'use-intl/react';
import { ChartFrame, type ChartProps } from './chart-frame.tsx';
import type { ChartTable } from './chart-models.ts';
import { toDay, useChartFormat } from './time-axis.ts';
import { drawTimeTracks, tracksHeight } from './time-tracks-drawing.tsx';
import { type TimeTrack, toTimeTracks } from './to-time-tracks.ts';

export interface TimeTracksProps extends ChartProps {
  /**
   * First and last day of the axis, `YYYY-MM-DD`; an axis that cannot be read or runs backwards draws
   * nothing.
   */
  readonly from: string;
  readonly to: string;
  readonly today: string;
  readonly tracks: readonly TimeTrack[];
  /** Head of the texts at the end of the tracks; shown with the axis at the top. */
  readonly endTitle?: string | undefined;
  /** `top` for what lies ahead, `bottom` for what was. */
  readonly axis?: 'top' | 'bottom';
  readonly table: ChartTable;
}

/**
 * Tracks on one axis of months: service horizon (dot and whisker) and cartridge rhythm (spans in print
 * colours).
 */
export function TimeTracks({ from, to, today, tracks, endTitle, axis = 'top', table, ...frame }: TimeTracksProps) {
  const t = useTranslations('charts');
  const format = useChartFormat();
  const [first, last] = [toDay(from), toDay(to)];
  if (first === undefined || last === undefined || last <= first) return null;
  const model = toTimeTracks(tracks, first, last);
  return (
    <ChartFrame
      {...frame}
      height={tracksHeight(tracks.length)}
      toTable={() => table}
      draw={(width) =>
        drawTimeTracks({
          tracks: model,
          days: [first, last],
          today: toDay(today),
          endTitle,
          axis,
          width,
          format,
          todayText: t('today'),
        })
      }
    />
  );
}
