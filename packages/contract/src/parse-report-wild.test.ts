import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fullReport, head } from '../test/full-report.ts';
import { toFits } from './fits.ts';
import { parseReport } from './parse-report.ts';
import { toPrune } from './prune.ts';
import { deviceReport } from './report.ts';

describe('whatever comes over the wire', () => {
  const anything = fc.oneof(
    fc.jsonValue(),
    fc.constantFrom<unknown>(-1, '', 'unknown', [], {}, 2 ** 53, '\u0000', null),
  );
  /** Every path of the full report. */
  const paths = (node: unknown, path: string[] = []): string[][] =>
    typeof node !== 'object' || node === null
      ? [path]
      : [path, ...Object.entries(node).flatMap(([key, value]) => paths(value, [...path, key]))];
  const place = fc.constantFrom(...paths(fullReport).filter((path) => path.length > 0));
  const spoil = (path: readonly string[], value: unknown, version: string): unknown => {
    const copy: unknown = { ...JSON.parse(JSON.stringify(fullReport)), version };
    let node: unknown = copy;
    for (const step of path.slice(0, -1)) node = Reflect.get(node as object, step);
    Reflect.set(node as object, path.at(-1) ?? '', value);
    return copy;
  };
  it('pruned coarsely fits its schema, and is as it was where nothing was wrong', () => {
    const prune = toPrune(deviceReport);
    const fits = toFits(deviceReport);
    fc.assert(
      fc.property(place, anything, (at, value) => {
        const report = spoil(at, value, '1.0');
        const pruned = prune(report);
        expect(pruned.value === undefined || fits(pruned.value)).toBe(true);
        expect(pruned.faults === 0).toBe(fits(report));
        expect(pruned.value).toEqual(pruned.faults === 0 ? report : pruned.value);
      }),
      { numRuns: 2000 },
    );
  });

  const isSound = (input: unknown) => {
    const parsed = parseReport(input);
    return parsed.ok
      ? deviceReport.safeParse(parsed.report).success
      : parsed.issues.length >= 1 && parsed.issues.length <= 20 && parsed.issues.every(({ message }) => message !== '');
  };

  it('no JSON value makes the parser throw; it is accepted or refused with reasons', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (input) => {
        expect(isSound(input)).toBe(true);
      }),
    );
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...Object.keys(fullReport), '__proto__', 'x'), anything), (input) => {
        expect(isSound({ ...input, version: '1.3' })).toBe(true);
      }),
    );
  });

  it('the quick test says yes to what the schema takes as it is, and to nothing else', () => {
    const quick = toFits(deviceReport);
    expect(quick(JSON.parse(JSON.stringify(fullReport)))).toBe(true);
    expect(quick(head)).toBe(true);
    fc.assert(
      fc.property(place, anything, (path, value) => {
        const input: unknown = JSON.parse(JSON.stringify(spoil(path, value, '1.0')));
        const parsed = deviceReport.safeParse(input);
        expect(quick(input)).toBe(parsed.success);
        expect(parsed.success ? parsed.data : input).toEqual(input);
      }),
      { numRuns: 3000 },
    );
  });

  it('a report spoilt at any place is read without that part, or refused', () => {
    fc.assert(
      fc.property(place, anything, fc.constantFrom('1.0', '1.4', '2.0'), (path, value, version) => {
        expect(isSound(spoil(path, value, version))).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it('what was accepted is accepted again after a way over the wire, unchanged', () => {
    fc.assert(
      fc.property(place, anything, fc.constantFrom('1.0', '1.4'), (path, value, version) => {
        const first = parseReport(spoil(path, value, version));
        fc.pre(first.ok);
        expect(parseReport(JSON.parse(JSON.stringify(first.report)))).toEqual({ ...first, warnings: [] });
      }),
      { numRuns: 1000 },
    );
  });

  it('a value nested without end is left out like any other', () => {
    const deep: unknown = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`);
    expect(parseReport({ ...head, version: '1.9', extra: deep }).ok).toBe(true);
    expect(parseReport({ ...head, extra: deep }).ok).toBe(false);
    expect(parseReport({ ...head, version: '1.9', status: deep }).ok).toBe(true);
  });

  it('a key named like the prototype harms nothing', () => {
    const input: unknown = JSON.parse(`{${JSON.stringify(head).slice(1, -1)},"__proto__":{"ok":true}}`);
    expect(parseReport(input).ok).toBe(false);
    expect(parseReport({ ...(input as object), version: '1.9' }).ok).toBe(true);
    expect(Object.hasOwn(Object.prototype, 'ok')).toBe(false);
  });
});
