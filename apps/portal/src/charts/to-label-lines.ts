import { textWidth } from './text-width.ts';

/**
 * A label as the one or two lines that fit into this number of pixels: broken before its bracket ('ハードディスク'
 * and '（SATAポート0）'), else between words. What two lines cannot hold ends in '…'.
 */
export function toLabelLines(label: string, room: number): readonly string[] {
  if (textWidth(label) <= room) return [label];
  const bracket = label.search(/[(（]/u);
  const halves = [label.slice(0, bracket).trim(), label.slice(bracket)];
  if (bracket > 0 && halves.every((half) => textWidth(half) <= room)) return halves;
  const first = toFirstLine(label, room);
  return [first.trim(), label.slice(first.length).trim()]
    .filter((line) => line !== '')
    .map((line) => toFitting(line, room));
}

/** As many words as go into the room, at least one. Japanese has no spaces: the browser knows its words. */
function toFirstLine(label: string, room: number): string {
  let line = '';
  for (const { segment } of new Intl.Segmenter(undefined, { granularity: 'word' }).segment(label)) {
    if (line !== '' && textWidth(`${line}${segment}`.trimEnd()) > room) break;
    line += segment;
  }
  return line;
}

function toFitting(line: string, room: number): string {
  if (textWidth(line) <= room) return line;
  const signs = Array.from(new Intl.Segmenter().segment(line), ({ segment }) => segment);
  while (signs.length > 1 && textWidth(`${signs.join('')}…`) > room) signs.pop();
  return `${signs.join('').trimEnd()}…`;
}
