import { Group } from '@visx/group';
import { scaleLinear } from '@visx/scale';
import { useId } from 'react';
import { classNames } from '../ui/class-names.ts';
import type { PrintLetter } from '../ui/print-colors.ts';
import { StatusShape } from '../ui/status-mark.tsx';
import styles from './chart.module.css';
import { textWidth, toLabelLines } from './end-labels.tsx';
import { Hatch, Whisker } from './marks.tsx';
import { type ChartFormat, toTimeTicks } from './time-axis.ts';
import type { TrackModel } from './to-time-tracks.ts';

interface TracksDrawing {
  readonly tracks: readonly TrackModel[];
  readonly days: readonly [number, number];
  readonly today: number | undefined;
  readonly endTitle: string | undefined;
  readonly axis: 'top' | 'bottom';
  readonly width: number;
  readonly format: ChartFormat;
  readonly todayText: string;
}
const trackHeight = 27;
const axisHeight = 24;
/** Below this width the texts at the ends are left out for the tracks; the data table has them. */
const narrow = 560;
/** Share of the width for the labels; longer ones take two lines. More where no texts stand at the ends. */
const labelShare = { wide: 0.42, narrow: 0.53 };
const labelGap = 16;

/** Height of this number of tracks and their axis. */
export const tracksHeight = (tracks: number): number => tracks * trackHeight + axisHeight;

/** Draws the tracks at a given width; pixels from the top left. */
export function drawTimeTracks({ tracks, days, today, endTitle, axis, width, format, todayText }: TracksDrawing) {
  const indent = tracks.some(({ status }) => status !== undefined) ? 22 : 0;
  const ends = [endTitle ?? '', ...tracks.map(({ end }) => end ?? '')].map(textWidth);
  const isWide = width >= narrow || Math.max(...ends) < 60;
  const left = Math.min(
    width * (isWide ? labelShare.wide : labelShare.narrow),
    indent + Math.max(...tracks.map(({ label }) => textWidth(label))) + labelGap,
  );
  const right = width - (isWide ? Math.max(8, Math.max(...ends) + 16) : 8);
  const x = scaleLinear<number>({ domain: [...days], range: [left, right] });
  const first = axis === 'top' ? axisHeight : 0;
  const last = first + tracks.length * trackHeight;
  const middle = (track: number) => first + track * trackHeight + trackHeight / 2;
  const labelY = axis === 'top' ? 14 : last + 17;
  const nowX = today === undefined || today < days[0] || today > days[1] ? undefined : x(today);
  const drawing = (
    <>
      <Group>
        {toTimeTicks(...days, (right - left) / 66).map((tick) => {
          const label = format.tick(tick);
          // Less than 8 pixels from the label of today it is left out.
          const isNearToday =
            nowX !== undefined && Math.abs(x(tick.day) - nowX) < (textWidth(todayText) + textWidth(label)) / 2 + 8;
          return (
            <g key={tick.day}>
              <line className={styles.grid} x1={x(tick.day)} x2={x(tick.day)} y1={first} y2={last} />
              {isNearToday ? null : (
                <text x={x(tick.day)} y={labelY} textAnchor="middle">
                  {label}
                </text>
              )}
            </g>
          );
        })}
        {nowX === undefined ? null : (
          <>
            <line className={styles.axis} x1={nowX} x2={nowX} y1={first} y2={last} />
            <text className={styles.label} x={nowX} y={labelY} textAnchor="middle">
              {todayText}
            </text>
          </>
        )}
        {endTitle === undefined || !isWide ? null : (
          <text x={right + 16} y={labelY}>
            {endTitle}
          </text>
        )}
      </Group>
      {tracks.map((track, n) => (
        <Group key={track.key}>
          {axis === 'top' ? (
            <line
              className={styles.grid}
              x1={0}
              x2={width}
              y1={middle(n) + trackHeight / 2}
              y2={middle(n) + trackHeight / 2}
            />
          ) : null}
          <TrackLabel track={track} indent={indent} room={left - indent - labelGap} y={middle(n)} />
          {drawMarks(track, middle(n), { x, left, right, isWide })}
          {track.end === undefined || !isWide ? null : (
            <text
              className={track.state?.kind === 'unknown' ? styles.unknown : styles.label}
              x={right + 16}
              y={middle(n) + 4}
            >
              {track.end}
            </text>
          )}
        </Group>
      ))}
    </>
  );
  return {
    drawing,
    toPoints: () =>
      tracks.map((track, n) => ({
        x: track.at === undefined ? (left + right) / 2 : x(track.at),
        y: middle(n),
        text: track.text,
      })),
  };
}

interface Plot {
  readonly x: (day: number) => number;
  readonly left: number;
  readonly right: number;
  /** Texts stand at the ends. */
  readonly isWide: boolean;
}

/** What a track shows: its stretches and its prediction, else why there are none. */
function drawMarks(track: TrackModel, y: number, { x, left, right, isWide }: Plot) {
  if (track.state?.kind === 'none') {
    return (
      <text x={left + 8} y={y + 4}>
        {track.state.text}
      </text>
    );
  }
  if (track.state?.kind === 'unknown') {
    return (
      <>
        <Hatch x={left} y={y - 7} width={right - left} height={14} />
        {track.end !== undefined && isWide ? null : (
          <text className={classNames(styles.unknown, styles.halo)} x={left + 8} y={y + 4}>
            {track.state.text}
          </text>
        )}
      </>
    );
  }
  return (
    <>
      <TrackSpans spans={track.spans} print={track.print} x={x} y={y} />
      <Whisker
        at={track.at === undefined ? undefined : x(track.at)}
        range={track.range && { ...track.range, from: x(track.range.from), to: x(track.range.to) }}
        y={y}
        tone={track.tone}
      />
    </>
  );
}

const lineHeight = 13;

/** Shape and label of a track, `y` in its middle; a label with less than its room goes into two lines. */
function TrackLabel({ track, indent, room, y }: { track: TrackModel; indent: number; room: number; y: number }) {
  const lines = toLabelLines(track.label, room);
  const first = y + 4 - ((lines.length - 1) * lineHeight) / 2;
  return (
    <>
      {track.status === undefined ? null : (
        <g transform={`translate(0 ${y - 7})`}>
          <StatusShape status={track.status} />
        </g>
      )}
      <text className={track.print === undefined ? styles.name : styles.letter} x={indent} y={first}>
        {lines.map((line, n) => (
          <tspan key={line} x={indent} dy={n === 0 ? 0 : lineHeight}>
            {line}
          </tspan>
        ))}
      </text>
    </>
  );
}

/**
 * Stretches of a track, each begun by a tick; the running one is thicker. Erasable blue is striped as
 * everywhere.
 */
function TrackSpans({
  spans,
  print,
  x,
  y,
}: {
  spans: TrackModel['spans'];
  print: PrintLetter | undefined;
  x: (day: number) => number;
  y: number;
}) {
  const id = useId();
  return (
    <>
      {print === 'B' ? (
        <defs>
          <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <path d="M0 0v6" className={styles.stripe} />
          </pattern>
        </defs>
      ) : null}
      {spans.map(({ from, to, current }) => {
        const size = current ? 10 : 6;
        const box = { x: x(from), y: y - size / 2, width: Math.max(1, x(to) - x(from)), height: size };
        return (
          <g key={from}>
            <rect {...box} className={print === undefined ? styles.ink : styles.print} data-print={print} />
            {print === 'B' ? <rect {...box} fill={`url(#${id})`} /> : null}
            <line className={styles.whisker} x1={x(from)} x2={x(from)} y1={y - 8} y2={y + 8} />
          </g>
        );
      })}
    </>
  );
}
