import { StatusShape } from '../ui/status-mark.tsx';
import styles from './chart.module.css';
import { toLabelLines } from './to-label-lines.ts';
import type { LaneModel } from './to-time-lanes.ts';

const lineHeight = 13;

/** Shape and label of a lane, `y` in its middle; a label with less than its room goes into two lines. */
export function LaneLabel({ lane, indent, room, y }: { lane: LaneModel; indent: number; room: number; y: number }) {
  const lines = toLabelLines(lane.label, room);
  const first = y + 4 - ((lines.length - 1) * lineHeight) / 2;
  return (
    <>
      {lane.status === undefined ? null : (
        <g transform={`translate(0 ${y - 7})`}>
          <StatusShape status={lane.status} />
        </g>
      )}
      <text className={lane.print === undefined ? styles.name : styles.letter} x={indent} y={first}>
        {lines.map((line, n) => (
          <tspan key={line} x={indent} dy={n === 0 ? 0 : lineHeight}>
            {line}
          </tspan>
        ))}
      </text>
    </>
  );
}
