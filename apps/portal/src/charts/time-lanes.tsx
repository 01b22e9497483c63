import { useTranslations } from 'use-intl/react';
import { ChartFrame } from './chart-frame.tsx';
import type { ChartTable } from './chart-table.ts';
import { drawTimeLanes, lanesHeight } from './time-lanes-drawing.tsx';
import { toDay } from './to-days.ts';
import { type TimeLane, toTimeLanes } from './to-time-lanes.ts';
import { useChartFormat } from './use-chart-format.ts';

export interface TimeLanesProps {
  readonly title: string;
  readonly summary: string;
  /**
   * First and last day of the axis, `YYYY-MM-DD`; an axis that cannot be read or runs backwards draws
   * nothing.
   */
  readonly from: string;
  readonly to: string;
  readonly today: string;
  readonly lanes: readonly TimeLane[];
  /** Head of the words at the end of the lanes; stands over them with the axis at the top. */
  readonly endTitle?: string | undefined;
  /** `top` for what lies ahead, `bottom` for what was. */
  readonly axis?: 'top' | 'bottom';
  readonly table: ChartTable;
  readonly tools?: 'head' | 'above';
  /** Columns of the grid's twelve; with them the width is known before it is measured. */
  readonly columns?: number;
}

/**
 * Lanes on one axis of months: service horizon (dot and whisker) and cartridge rhythm (spans in print
 * colours).
 */
export function TimeLanes({
  title,
  summary,
  from,
  to,
  today,
  lanes,
  endTitle,
  axis = 'top',
  table,
  tools = 'head',
  columns,
}: TimeLanesProps) {
  const t = useTranslations('charts');
  const format = useChartFormat();
  const [first, last] = [toDay(from), toDay(to)];
  if (first === undefined || last === undefined || last <= first) return null;
  const model = toTimeLanes(lanes, first, last);
  return (
    <ChartFrame
      title={title}
      summary={summary}
      height={lanesHeight(lanes.length)}
      tools={tools}
      columns={columns}
      toTable={() => table}
      draw={(width) =>
        drawTimeLanes({
          lanes: model,
          days: [first, last],
          today: toDay(today),
          endTitle,
          axis,
          width,
          format,
          todayWord: t('today'),
        })
      }
    />
  );
}
