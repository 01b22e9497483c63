import { describe, expect, it } from 'vitest';
import { fullReport, head } from '../test/full-report.ts';
import { listLimits } from './leave-out.ts';
import { parseReport } from './parse-report.ts';
import { deviceReport, reportSections, sectionNames } from './report.ts';

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

  it('is refused for an unknown section, as a typing mistake would lose data in silence', () => {
    expect(refusal({ ...head, suplies: [] })).toMatch(/suplies/);
  });

  it.each([
    ['a time without a zone', { observedAt: '2026-11-20T14:02:00' }, 'observedAt'],
    ['a time of the twelfth of never', { observedAt: '2026-13-40T14:02:00Z' }, 'observedAt'],
    ['a MAC address in another form', { identity: { macAddresses: ['0080.91b4.1c7e'] } }, 'identity.macAddresses[0]'],
    ['a serial number without a state', { identity: { serial: '7' } }, 'identity.serial'],
    ['no source', { source: undefined }, 'source'],
    ['demands that are no list', { mustUnderstand: 'status' }, 'mustUnderstand'],
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

describe('what is wrong in a report is left out, and the rest of it is parsed', () => {
  const measured = (value: unknown) => ({ state: 'measured', value });
  const supply = { index: '1', percent: measured(5) };
  const pages = { unit: 'impressions', reading: measured(5) };
  const evidence = { protocol: 'snmp', source: '1.3', raw: 'x', rule: 'asReported' };
  const parsed = (part: object) => {
    const parsed = parseReport({ ...head, ...part });
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.issues));
    const { version: _v, observedAt: _o, source: _s, identity: _i, ...rest } = parsed.report;
    return { rest, warnings: parsed.warnings };
  };

  it.each<[string, object, object, string, string]>([
    [
      'a percent of 900: the supply',
      { supplies: [supply, { index: '2', percent: measured(900) }, { index: '3', percent: measured(7) }] },
      { supplies: [supply, { index: '3', percent: measured(7) }] },
      'supplies[1].percent.value',
      'supplies[1]',
    ],
    [
      'negative pages: the counter',
      { counters: { total: { unit: 'sheets', reading: measured(-1) }, color: pages } },
      { counters: { color: pages } },
      'counters.total.reading.value',
      'counters.total',
    ],
    [
      'negative sheets of a paper source: that one',
      { counters: { paperSources: { CST1: { unit: 'sheets', reading: measured(-1) }, CST2: pages } } },
      { counters: { paperSources: { CST2: pages } } },
      'counters.paperSources.CST1.reading.value',
      'counters.paperSources.CST1',
    ],
    [
      'a state that is also a figure: the figure',
      { supplies: [{ index: '1', percent: { state: 'unknown', value: 0 } }] },
      { supplies: [{ index: '1', percent: { state: 'unknown' } }] },
      'supplies[0].percent.value',
      '',
    ],
    [
      'a figure without a state: the supply',
      { supplies: [{ index: '1', percent: 34 }] },
      { supplies: [] },
      'supplies[0].percent',
      'supplies[0]',
    ],
    [
      'a device code in small letters: the code',
      { status: { deviceCode: 'e551', detectedErrors: [] } },
      { status: { detectedErrors: [] } },
      'status.deviceCode',
      '',
    ],
    [
      'half an octet: the octets',
      { status: { detectedErrorStateHex: '0' } },
      { status: {} },
      'status.detectedErrorStateHex',
      '',
    ],
    [
      'a count beyond what JSON keeps exact: the error',
      { errors: [{ code: 'E551', occurredAt: '2026-11-19T01:02:03Z', counter: 2 ** 53 }] },
      { errors: [] },
      'errors[0].counter',
      'errors[0]',
    ],
    [
      'a sensor that is no number: the sensor',
      {
        sensors: [
          { name: 'a', reading: measured(null) },
          { name: 'b', reading: measured(Number.POSITIVE_INFINITY) },
          { name: 'c', reading: measured(3) },
        ],
      },
      { sensors: [{ name: 'c', reading: measured(3) }] },
      'sensors[0].reading.value',
      'sensors[0]',
    ],
    [
      'a text of a megabyte: the field',
      { status: { consoleText: 'x'.repeat(2 ** 20), deviceCode: 'E551' } },
      { status: { deviceCode: 'E551' } },
      'status.consoleText',
      '',
    ],
    [
      'evidence as large: the evidence alone',
      { supplies: [{ ...supply, percent: { ...measured(5), evidence: { ...evidence, raw: 'x'.repeat(2 ** 20) } } }] },
      { supplies: [supply] },
      'supplies[0].percent.evidence.raw',
      'supplies[0].percent.evidence',
    ],
    [
      'a section of another kind: the section',
      { status: 'fine', supplies: [supply] },
      { supplies: [supply] },
      'status',
      '',
    ],
    [
      'a section that lacks what it needs: the section',
      { network: {}, supplies: [] },
      { supplies: [] },
      'network.interfaces',
      'network',
    ],
    [
      'a site that is none',
      { site: { customerName: 7, dealerName: 'D' } },
      { site: { dealerName: 'D' } },
      'site.customerName',
      '',
    ],
    [
      'an unknown field in a section: the field',
      { supplies: [{ ...supply, colour: 'x' }] },
      { supplies: [supply] },
      'supplies[0].colour',
      '',
    ],
  ])('%s', (_, part, rest, path, unit) => {
    const found = parsed(part);
    expect(found.rest).toEqual(rest);
    expect(found.warnings[0]).toEqual({
      path,
      message: expect.stringMatching(
        unit === '' ? /; left out$/ : new RegExp(`; left out: ${unit.replaceAll(/[.[\]]/g, '\\$&')}$`),
      ),
    });
  });

  it('a list that is too long is cut to its first entries', () => {
    const code05 = Array.from({ length: 100_000 }, (_, main) => ({ main, sub: 0, value: '1' }));
    const { rest, warnings } = parsed({ codes: { code05, code13: [{ main: 1, value: '1' }] } });
    expect(rest.codes?.code05).toEqual(code05.slice(0, 5000));
    expect(rest.codes?.code13).toHaveLength(1);
    expect(warnings).toEqual([{ path: 'codes.code05', message: 'more than 5000 entries; those after are left out' }]);
  });

  it.each(listLimits)('the limit of $path is that of its schema', ({ path, limit }) => {
    const [section = '', field] = path;
    // What a section must have besides the list.
    const rest = section === 'network' ? { interfaces: [] } : {};
    const entry = [
      { index: '1', percent: { state: 'unknown' } },
      { index: '1' },
      'x',
      {},
      { partsCode: '1' },
      { main: 1, sub: 1, value: '1' },
      { main: 1, value: '1' },
      { name: 'x', reading: { state: 'unknown' } },
      { sataPort: 0, type: 'HDD' },
      { name: 'eth0', operStatus: 'up' },
      { label: 'Jams', unit: 'other', reading: { state: 'unknown' } },
      { function: 'print', color: 'all', size: 'all', unit: 'sides', reading: { state: 'unknown' } },
      { code: 'E551', occurredAt: '2026-11-19T01:02:03Z' },
    ].find((candidate) => {
      const list = [candidate];
      return deviceReport.safeParse({ ...head, [section]: field === undefined ? list : { ...rest, [field]: list } })
        .success;
    });
    const fits = (length: number) => {
      const list = Array.from({ length }, () => entry);
      return deviceReport.safeParse({ ...head, [section]: field === undefined ? list : { ...rest, [field]: list } })
        .success;
    };
    expect([fits(limit), fits(limit + 1)]).toEqual([true, false]);
  });

  it('where thousands of places are wrong, what is right is parsed and the warnings stay few', () => {
    const code05 = Array.from({ length: 3000 }, (_, main) =>
      main % 2 === 0 ? {} : { main, sub: 0, value: '1', x: 1 },
    );
    const { rest, warnings } = parsed({
      codes: { code05 },
      supplies: [supply, { ...supply, wings: 2 }, { index: 7 }],
      counters: { total: pages, color: { unit: 'none' } },
    });
    expect(rest.codes?.code05?.map(({ main }) => main)).toEqual(
      Array.from({ length: 1500 }, (_, place) => 2 * place + 1),
    );
    expect(rest.supplies).toEqual([supply, supply]);
    expect(rest.counters).toEqual({ total: pages });
    expect(warnings).toEqual([
      { path: 'codes', message: '3000 places are wrong or not known; left out' },
      { path: 'supplies', message: '2 places are wrong or not known; left out' },
      { path: 'counters', message: '1 places are wrong or not known; left out' },
    ]);
  });

  it('a sender has so much care for all its reports; then what is wrong goes coarsely', () => {
    const care = { left: 3 };
    const read = () => {
      const parsed = parseReport({ ...head, supplies: [supply, { index: 7 }, { index: 8 }] }, undefined, { care });
      return parsed.ok && parsed.report.supplies?.length === 1 && parsed.warnings.map(({ path }) => path);
    };
    expect(read()).toEqual(['supplies[1].index', 'supplies[2].index']);
    expect(read()).toEqual(['supplies']);
    expect(care.left).toBe(1);
  });

  it('of a list with many entries that fit and cannot be, these go at once', () => {
    const sensors = Array.from({ length: 500 }, (_, place) => ({ name: `s${place}`, reading: measured(place) }));
    const parsed = parseReport({ ...head, sensors, supplies: [supply] }, ({ sensors: read = [] }) =>
      read.flatMap(({ reading }, place) =>
        reading.state === 'measured' && reading.value < 400 ? [{ path: ['sensors', place], message: 'too few' }] : [],
      ),
    );
    expect(parsed.ok && parsed.report).toEqual({ ...head, sensors: sensors.slice(400), supplies: [supply] });
    expect(parsed.ok && parsed.warnings).toEqual([
      { path: 'sensors', message: '400 entries left out; the first: too few' },
    ]);
  });

  it('more that is wrong in a report that fits is left out in the same way', () => {
    const parsed = parseReport({ ...head, supplies: [supply, { ...supply, index: '2' }] }, ({ supplies = [] }) =>
      supplies.flatMap(({ index }, place) =>
        index === '1' ? [{ path: ['supplies', place, 'index'], message: 'never one' }] : [],
      ),
    );
    expect(parsed).toMatchObject({
      ok: true,
      report: { supplies: [{ index: '2' }] },
      warnings: [{ path: 'supplies[0].index', message: 'never one; left out: supplies[0]' }],
    });
    expect(parseReport(head, () => [{ path: ['identity', 'serial'], message: 'no' }])).toEqual({
      ok: false,
      issues: [{ path: 'identity.serial', message: 'no' }],
    });
  });

  it('unless the sender says that the section must be understood: then the report is refused', () => {
    expect(refusal({ ...head, status: { deviceCode: 'x' }, mustUnderstand: ['status'] })).toMatch(
      /^mustUnderstand: status/,
    );
    expect(parseReport({ ...head, status: { deviceCode: 'x' }, mustUnderstand: ['supplies'] }).ok).toBe(true);
  });

  it('what was sent stays as it is', () => {
    const input = { ...head, supplies: [{ index: 1 }, supply], status: { deviceCode: 'x' } };
    const before = JSON.stringify(input);
    parseReport(input);
    expect(JSON.stringify(input)).toBe(before);
  });
});

describe('the version decides', () => {
  it.each(['2.0', '0.9', '10.0'])('major version %s is refused, as its fields may mean other things', (version) => {
    expect(refusal({ ...head, version })).toMatch(
      /^version: major version \d+ is not understood; this reader knows 1\.1/,
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
        { path: 'supplies[0].shade', message: 'not known to this reader; left out' },
        { path: 'wings', message: 'not known to this reader; left out' },
      ],
    });
    expect(input).toHaveProperty('wings', 2);
    expect(input.supplies[0]).toHaveProperty('shade', 'x');
  });

  it('what does not fit of a newer minor is left out and named, the rest is parsed', () => {
    const parsed = parseReport({ ...head, version: '1.7', status: { hrDeviceStatus: 'dreaming' }, covers: [] });
    expect(parsed).toEqual({
      ok: true,
      report: { ...head, version: '1.7', status: {}, covers: [] },
      warnings: [{ path: 'status.hrDeviceStatus', message: expect.stringMatching(/; left out$/) }],
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

  it('many unknown fields are reported as the first twenty and the number of others', () => {
    const many = Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`k${at}${'x'.repeat(1000)}`, at]));
    const parsed = parseReport({ ...head, version: '1.7', ...many });
    expect(parsed.ok && parsed.warnings).toHaveLength(21);
    expect(parsed.ok && parsed.warnings.at(-1)).toEqual({ path: '', message: 'and 4980 more' });
    expect(JSON.stringify(parsed).length).toBeLessThan(10_000);
    expect(refusal({ ...head, ...many }).length).toBeLessThan(1000);
  });
});
