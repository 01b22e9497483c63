import type { CloseLine } from '@platen/contract/close-lines';

/** What one decision settles: a break of a device, or its missing asset number; else the line alone. */
const matterOf = ({ deviceId, meter, part, stops, break: broken, settled, kind }: CloseLine): string =>
  kind === 'correction' || settled !== null || stops.length === 0 || stops.includes('none')
    ? [deviceId, meter, part, kind].join(' ')
    : [deviceId, stops.join(), broken?.kind, broken?.after.at, broken?.cause].join(' ');

/** Lines that follow each other and are one thing to settle, together. */
export function toMatters(lines: readonly CloseLine[]): CloseLine[][] {
  const matters: CloseLine[][] = [];
  for (const line of lines) {
    const last = matters.at(-1);
    if (last?.[0] !== undefined && matterOf(last[0]) === matterOf(line)) last.push(line);
    else matters.push([line]);
  }
  return matters;
}
