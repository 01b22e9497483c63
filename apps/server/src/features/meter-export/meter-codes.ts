import type { LeftOutReason } from '@platen/contract/meter-export-names';
import type { MeterCode } from '@platen/contract/meter-exports';
import type { ExportLine } from './export-line.ts';

/** A line, or several of a device that are summed, under the code of the ERP. */
export interface CodedLine {
  readonly line: ExportLine;
  /** Null: the template goes without codes. */
  readonly code: string | null;
}

export interface LeftOutLine {
  readonly line: ExportLine;
  readonly why: LeftOutReason;
}

/** A pattern with `*` and `?` as a test of models; case does not matter. */
function toTest(pattern: string): RegExp {
  const source = pattern.replaceAll(/[.*+?^${}()|[\]\\]/g, (sign) =>
    sign === '*' ? '.*' : sign === '?' ? '.' : `\\${sign}`,
  );
  return new RegExp(`^${source}$`, 'isu');
}

/** Signs of a pattern that are no wildcards: of several that fit, the one with most counts. */
const narrowness = (pattern: string): number => pattern.replaceAll(/[*?]/g, '').length;

/**
 * Which codes hold for a model (MX-03). Of codes for the same meters the narrowest pattern counts, in the
 * order of the table. Answers are kept: a close has many devices of few models.
 */
export function toCodesOf(table: readonly MeterCode[]): (model: string | null) => readonly MeterCode[] {
  const tested = table.map((code) => ({ code, test: toTest(code.modelPattern) }));
  const known = new Map<string, readonly MeterCode[]>();
  return (model) => {
    const name = model ?? '';
    const found = known.get(name);
    if (found !== undefined) return found;
    const best = new Map<string, MeterCode>();
    for (const { code, test } of tested) {
      if (!test.test(name)) continue;
      const key = code.meters.toSorted().join('+');
      const other = best.get(key);
      if (other === undefined || narrowness(code.modelPattern) > narrowness(other.modelPattern)) best.set(key, code);
    }
    const codes = [...best.values()];
    known.set(name, codes);
    return codes;
  };
}

/**
 * The lines of one device under the codes of the ERP: a sum is made only where all of its meters have a
 * reading (MX-03). What no code names is left out.
 */
export function toCoded(
  lines: readonly ExportLine[],
  codes: readonly MeterCode[],
): { readonly coded: CodedLine[]; readonly leftOut: LeftOutLine[] } {
  const byMeter = new Map(lines.map((line) => [line.meter, line]));
  const used = new Set<string>();
  const incomplete = new Set<string>();
  const coded = codes.flatMap(({ meters, code }): CodedLine[] => {
    const parts = meters.flatMap((meter) => byMeter.get(meter) ?? []);
    if (parts.length < meters.length) {
      for (const { meter } of parts) incomplete.add(meter);
      return [];
    }
    for (const { meter } of parts) used.add(meter);
    const line = sum(parts);
    return line === undefined ? [] : [{ line, code }];
  });
  const leftOut = lines
    .filter(({ meter }) => !used.has(meter))
    .map((line): LeftOutLine => ({ line, why: incomplete.has(line.meter) ? 'partMissing' : 'noCode' }));
  return { coded, leftOut };
}

/** From good to bad: a sum is as good as its worst part. */
const states = ['exact', 'near', 'old', 'estimated', 'none', 'suspicious', 'afterBreak'] as const;

function sum(parts: readonly ExportLine[]): ExportLine | undefined {
  const [first, ...others] = parts;
  if (first === undefined || others.length === 0) return first;
  const add = (values: readonly (number | null)[]): number | null => {
    let total = 0;
    for (const value of values) {
      // What is not known makes the sum unknown (GE-10).
      if (value === null) return null;
      total += value;
    }
    return total;
  };
  const addReadings = (of: (line: ExportLine) => ExportLine['end']): ExportLine['end'] => {
    const value = add(parts.map((line) => of(line)?.value ?? null));
    const at = Math.min(...parts.map((line) => of(line)?.at ?? Number.POSITIVE_INFINITY));
    return value === null ? null : { value, at };
  };
  const corrections = parts.flatMap(({ correction }) => correction ?? []);
  const sources = new Set(parts.map(({ source }) => source));
  return {
    ...first,
    meter: parts.map(({ meter }) => meter).join('+'),
    start: addReadings((line) => line.start),
    end: addReadings((line) => line.end),
    use: add(parts.map(({ use }) => use)),
    source: sources.size === 1 ? first.source : (parts.find(({ source }) => source !== 'report')?.source ?? null),
    state: parts.map(({ state }) => state).toSorted((a, b) => states.indexOf(b) - states.indexOf(a))[0] ?? first.state,
    correction: corrections.length === 0 ? null : add(corrections),
    remarks: [...new Set(parts.flatMap(({ remarks }) => remarks))],
  };
}
