import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fullReport } from '../test/full-report.ts';
import { parseReport } from './parse-report.ts';
import { deviceReport, reportSections, sectionNames } from './report.ts';

const head = {
  version: '1.0',
  observedAt: '2026-11-20T14:02:00Z',
  source: { kind: 'device', name: 'MFP', version: '1' },
  identity: {},
};
const refusal = (input: unknown) => {
  const parsed = parseReport(input);
  return parsed.ok ? 'accepted' : parsed.issues.map(({ path, message }) => `${path}: ${message}`).join('\n');
};

describe('a report of this version', () => {
  it('with every section is read as it was written', () => {
    expect(Object.keys(fullReport).filter((key) => key in reportSections)).toEqual([...sectionNames]);
    const parsed = parseReport(JSON.parse(JSON.stringify(fullReport)));
    expect(parsed).toEqual({ ok: true, report: fullReport, warnings: [] });
  });

  it('needs no section at all', () => {
    expect(parseReport(head)).toEqual({ ok: true, report: head, warnings: [] });
  });

  it('is refused for an unknown field or section, as a typing mistake would lose data in silence', () => {
    expect(refusal({ ...head, suplies: [] })).toMatch(/suplies/);
    expect(refusal({ ...head, supplies: [{ index: '1', percent: { state: 'unknown' }, colour: 'x' }] })).toMatch(
      /^supplies\[0\]: .*colour/,
    );
  });

  it.each([
    [
      'a percent above 100',
      { supplies: [{ index: '1', percent: { state: 'measured', value: 101 } }] },
      'supplies[0].percent.value',
    ],
    [
      'a negative count',
      { counters: { total: { unit: 'sheets', reading: { state: 'measured', value: -1 } } } },
      'counters.total.reading.value',
    ],
    [
      'a state that is also a figure',
      { supplies: [{ index: '1', percent: { state: 'unknown', value: 0 } }] },
      'supplies[0].percent',
    ],
    ['a figure without a state', { supplies: [{ index: '1', percent: 34 }] }, 'supplies[0].percent'],
    ['a time without a zone', { observedAt: '2026-11-20T14:02:00' }, 'observedAt'],
    ['a time of the twelfth of never', { observedAt: '2026-13-40T14:02:00Z' }, 'observedAt'],
    ['a device code in small letters', { status: { deviceCode: 'e551' } }, 'status.deviceCode'],
    ['a MAC address in another form', { identity: { macAddresses: ['0080.91b4.1c7e'] } }, 'identity.macAddresses[0]'],
    ['half an octet', { status: { detectedErrorStateHex: '0' } }, 'status.detectedErrorStateHex'],
    [
      'a count beyond what JSON keeps exact',
      { errors: [{ code: 'E551', occurredAt: '2026-11-19T01:02:03Z', counter: 2 ** 53 }] },
      'errors[0].counter',
    ],
  ])('is refused for %s, and the refusal says where', (_, part, path) => {
    const parsed = parseReport({ ...head, ...part });
    expect(parsed.ok ? [] : parsed.issues.map((issue) => issue.path)).toContain(path);
  });

  it('is refused when the sender demands what this reader does not know', () => {
    expect(parseReport({ ...head, mustUnderstand: ['status', 'supplies'] }).ok).toBe(true);
    expect(refusal({ ...head, mustUnderstand: ['status', 'wings'] })).toMatch(/^mustUnderstand: wings/);
    expect(refusal({ ...head, mustUnderstand: ['constructor'] })).toMatch(/^mustUnderstand: constructor/);
  });
});

describe('the version decides', () => {
  it.each(['2.0', '0.9', '10.0'])('major version %s is refused, as its fields may mean other things', (version) => {
    expect(refusal({ ...head, version })).toMatch(
      /^version: major version \d+ is not understood; this reader knows 1\.0/,
    );
  });

  it.each([undefined, null, 1, 1.0, '1', '1.0.0', 'v1.0', '', '1.00000'])('%j is no version', (version) => {
    expect(refusal({ ...head, version })).toBe("version: expected a text like '1.0'");
  });

  it.each([null, [], 'text', 7, undefined, true])('%j is no report', (input) => {
    expect(refusal(input)).toBe('version: a report is a JSON object');
  });

  it('a newer minor is read for what is known: unknown fields are left out and named', () => {
    const supply = { index: '1', percent: { state: 'measured', value: 5 } };
    const input = { ...head, version: '1.7', wings: 2, supplies: [{ ...supply, shade: 'x' }, supply] };
    expect(parseReport(input)).toEqual({
      ok: true,
      report: { ...head, version: '1.7', supplies: [supply, supply] },
      warnings: [
        { path: 'supplies[0].shade', message: 'not known to this reader, left out' },
        { path: 'wings', message: 'not known to this reader, left out' },
      ],
    });
    expect(input).toHaveProperty('wings', 2);
    expect(input.supplies[0]).toHaveProperty('shade', 'x');
  });

  it('a section of a newer minor that does not fit is left out whole and named, the others are kept', () => {
    const parsed = parseReport({ ...head, version: '1.7', status: { hrDeviceStatus: 'dreaming' }, covers: [] });
    expect(parsed).toEqual({
      ok: true,
      report: { ...head, version: '1.7', covers: [] },
      warnings: [{ path: 'status.hrDeviceStatus', message: expect.stringMatching(/section left out$/) }],
    });
  });

  it('a newer minor is refused where the sender says that the part left out must be understood', () => {
    expect(
      refusal({ ...head, version: '1.7', status: { hrDeviceStatus: 'dreaming' }, mustUnderstand: ['status'] }),
    ).toMatch(/^mustUnderstand: status/);
    expect(refusal({ ...head, version: '1.7', wings: 2, mustUnderstand: ['wings'] })).toMatch(/^mustUnderstand: wings/);
  });

  it('a newer minor is refused where its head does not fit: without who and when there is no report', () => {
    expect(refusal({ ...head, version: '1.7', observedAt: 'yesterday' })).toMatch(/^observedAt/);
    expect(refusal({ ...head, version: '1.7', identity: { serial: 7 } })).toMatch(/^identity\.serial/);
  });

  it('a sender of many unknown fields is told the first twenty and how many more', () => {
    const many = Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`k${at}${'x'.repeat(1000)}`, at]));
    const parsed = parseReport({ ...head, version: '1.7', ...many });
    expect(parsed.ok && parsed.warnings).toHaveLength(21);
    expect(parsed.ok && parsed.warnings.at(-1)).toEqual({ path: '', message: 'and 4980 more' });
    expect(JSON.stringify(parsed).length).toBeLessThan(10_000);
    expect(refusal({ ...head, ...many }).length).toBeLessThan(1000);
  });
});

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

  it('a report spoilt at any place is refused, or, from a newer writer, read without that part', () => {
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
