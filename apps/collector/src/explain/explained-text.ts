import type { Explained } from './explain-report.ts';

/** Columns as wide as their longest text, but no wider than this; longer texts push what follows to the right. */
const widest = [36, 40, 44, 18] as const;

/** The explanation as a table: path, value, source, rule, raw value; below a line what else was used or says otherwise. */
export function toExplainedText(lines: readonly Explained[]): string {
  const rows = lines.map((line) => [
    line.path,
    toOneLine(line.value),
    line.name === '' || line.name === line.source ? line.source : `${line.source} ${line.name}`,
    line.rule,
    toOneLine(line.raw),
  ]);
  const all = [['value', '', 'from', 'rule', 'raw'], ...rows];
  const widths = widest.map((most, i) => Math.min(most, Math.max(...all.map((row) => (row[i] ?? '').length))));
  const toText = (row: readonly string[]) =>
    row
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join('  ')
      .trimEnd();
  const further = (line: Explained) => [
    ...line.also.map((other) => `    with ${toSource(other)}`),
    ...line.contradictedBy.map((other) => `    against ${toSource(other)}`),
  ];
  const [head = [], ...body] = all;
  return [
    toText(head),
    ...body.flatMap((row, i) => [toText(row), ...(lines[i] === undefined ? [] : further(lines[i]))]),
  ].join('\n');
}

const toSource = ({ source, name, raw }: Explained['also'][number]) =>
  `${source}${name === undefined || name === source ? '' : ` ${name}`}: ${toOneLine(raw)}`;

/** Line feeds and the like of a device shown as such: they must not break the table or steer a terminal. */
const toOneLine = (text: string): string =>
  text.replaceAll(/\p{Cc}/gu, (character) => `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`);
