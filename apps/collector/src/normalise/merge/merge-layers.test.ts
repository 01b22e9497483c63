import type { Supply } from '@platen/contract/report-sections';
import type { Evidence, Reading } from '@platen/contract/values';
import { describe, expect, test } from 'vitest';
import type { LayerSource, Sections } from './layer.ts';
import { mergeLayers } from './merge-layers.ts';

const sourceOf = { standard: '1.3.6.1.2.1.43', maker: '1.3.6.1.4.1', ipp: 'marker-levels' } as const;
const evidenceOf = (source: LayerSource, raw: string): Evidence => ({
  protocol: source === 'ipp' ? 'ipp' : 'snmp',
  source: sourceOf[source],
  raw,
  rule: 'asReported',
});
const reported = <T>(source: LayerSource, value: T): Reading<T> => ({
  state: 'measured',
  value,
  evidence: evidenceOf(source, String(value)),
});
const merge = (layers: Partial<Record<LayerSource, Sections>>): Sections =>
  mergeLayers(
    (['ipp', 'maker', 'standard'] as const).flatMap((source) => {
      const sections = layers[source];
      return sections === undefined ? [] : [{ source, sections }];
    }),
  );
const supply = (index: string, percent: Supply['percent'], more: Partial<Supply> = {}): Supply => ({
  index,
  type: 'toner',
  percent,
  ...more,
});
const supplies = (layers: Partial<Record<LayerSource, Supply[]>>): Supply[] =>
  merge(Object.fromEntries(Object.entries(layers).map(([source, list]) => [source, { supplies: list }]))).supplies ??
  [];
const black = { tonerColor: 'black' as const };
const cyan = { tonerColor: 'cyan' as const };

describe('identity, from several sources', () => {
  test('the standard serial counts; another one is reported as contradicting', () => {
    const merged = merge({
      standard: { identity: { serial: reported('standard', 'A-1') } },
      maker: { identity: { serial: reported('maker', 'B-2') } },
      ipp: { identity: { serial: reported('ipp', 'C-3') } },
    });
    expect(merged.identity?.serial).toMatchObject({
      value: 'A-1',
      evidence: {
        contradictedBy: [
          { protocol: 'snmp', raw: 'B-2' },
          { protocol: 'ipp', raw: 'C-3' },
        ],
      },
    });
  });

  test('a serial in another spelling is the same, and a known one takes precedence over an unknown one', () => {
    const unknown: Reading<string> = { state: 'unknown', evidence: evidenceOf('standard', '') };
    const merged = merge({
      standard: { identity: { serial: unknown } },
      maker: { identity: { serial: reported('maker', '00-ab 12') } },
      ipp: { identity: { serial: reported('ipp', 'AB12') } },
    });
    expect(merged.identity?.serial).toEqual(reported('maker', '00-ab 12'));
  });

  test('hardware addresses of the interfaces take precedence over one derived from a UUID', () => {
    const identity = { macAddresses: ['00:00:5E:00:53:01'] };
    expect(merge({ ipp: { identity } }).identity?.macAddresses).toEqual(identity.macAddresses);
    expect(
      merge({ standard: { identity: { macAddresses: ['00:00:5E:00:53:02'] } }, ipp: { identity } }).identity
        ?.macAddresses,
    ).toEqual(['00:00:5E:00:53:02']);
  });

  test('a firmware version that contains the other one is the same', () => {
    const firmware = (a: string, b: string) =>
      merge({
        standard: { firmware: { system: reported('standard', a) } },
        ipp: { firmware: { system: reported('ipp', b) } },
      }).firmware?.system?.evidence?.contradictedBy;
    expect(firmware('1548AR', 'LZP1CN1548AR')).toBeUndefined();
    expect(firmware('V1.02', 'V1.03')).toMatchObject([{ raw: 'V1.03' }]);
  });
});

describe('supplies of several sources', () => {
  test('each occurs once, with the rows, order and index of the first source', () => {
    const merged = supplies({
      standard: [supply('1.1', reported('standard', 40), cyan), supply('1.2', reported('standard', 50), black)],
      ipp: [supply('1', reported('ipp', 50), black), supply('2', reported('ipp', 40), cyan)],
    });
    expect(merged.map(({ index, tonerColor }) => [index, tonerColor])).toEqual([
      ['1.1', 'cyan'],
      ['1.2', 'black'],
    ]);
  });

  test('levels of SNMP take precedence over percentages of IPP; differences beyond rounding are reported as contradicting', () => {
    const percentOf = (a: number, b: number) =>
      supplies({
        standard: [supply('1.1', reported('standard', a), black)],
        ipp: [supply('1', reported('ipp', b), black)],
      })[0]?.percent;
    expect(percentOf(40.4, 40)).toEqual(reported('standard', 40.4));
    expect(percentOf(40, 70)).toMatchObject({
      value: 40,
      evidence: { contradictedBy: [{ protocol: 'ipp', source: 'marker-levels', raw: '70' }] },
    });
  });

  test('a number takes precedence over a state, with its level, capacity and unit', () => {
    const [merged] = supplies({
      standard: [
        supply('1.1', { state: 'someRemaining' }, { ...black, unit: 'impressions', level: { state: 'someRemaining' } }),
      ],
      ipp: [supply('1', reported('ipp', 30), { ...black, unit: 'percent', level: reported('ipp', 30) })],
    });
    expect(merged).toMatchObject({ index: '1.1', unit: 'percent', level: { value: 30 }, percent: { value: 30 } });
  });

  test('a maker’s level takes precedence over a coarse standard one, and not over a fine one', () => {
    const percentOf = (coarse: boolean) => {
      const standard = supply('1.1', reported('standard', 40), coarse ? { ...black, coarse } : black);
      return supplies({ standard: [standard], maker: [supply('1.1', reported('maker', 43), black)] })[0]?.percent;
    };
    expect(percentOf(true)).toEqual(reported('maker', 43));
    expect(percentOf(false)).toMatchObject({ value: 40, evidence: { contradictedBy: [{ raw: '43' }] } });
  });

  test('a state reason takes precedence over a full level, which is reported as contradicting', () => {
    const reason: Evidence = {
      protocol: 'ipp',
      source: 'printer-state-reasons',
      raw: 'toner-empty-error',
      rule: 'stateReason',
    };
    const [merged] = supplies({
      standard: [supply('1.1', reported('standard', 100), black)],
      ipp: [supply('1', { state: 'unknown', evidence: reason }, { ...black, condition: 'empty' })],
    });
    expect(merged).toMatchObject({
      condition: 'empty',
      percent: {
        state: 'unknown',
        evidence: { source: 'printer-state-reasons', contradictedBy: [{ protocol: 'snmp', raw: '100' }] },
      },
    });
  });

  test('the level that fits the condition of the supply is used', () => {
    const [merged] = supplies({
      standard: [supply('1.1', reported('standard', 100), black)],
      ipp: [supply('1', reported('ipp', 0), { ...black, condition: 'empty' })],
    });
    expect(merged).toMatchObject({
      condition: 'empty',
      percent: { value: 0, evidence: { contradictedBy: [{ raw: '100' }] } },
    });
  });

  test('rows are merged by index, description, kind and colour, and never across kinds', () => {
    const drum = { type: 'opc', description: 'Drum Unit' };
    const merged = supplies({
      standard: [
        supply('1.1', reported('standard', 60), black),
        supply('1.2', reported('standard', 80), { type: 'other', description: 'drum unit' }),
      ],
      maker: [supply('1.2', { state: 'unknown' }, { ...drum, serial: reported('maker', 'D-77') })],
      ipp: [
        supply('1', reported('ipp', 80), drum),
        supply('2', reported('ipp', 60), { type: 'tonerCartridge', ...black }),
      ],
    });
    expect(merged).toHaveLength(2);
    expect(merged[1]).toMatchObject({ index: '1.2', type: 'opc', serial: { value: 'D-77' }, percent: { value: 80 } });
  });

  test('a kind that only a later source reports is added; an ambiguous one is not', () => {
    const waste = supply('3', reported('ipp', 20), { type: 'wasteToner' });
    const added = supplies({ standard: [supply('1.1', reported('standard', 40), black)], ipp: [waste] });
    expect(added.map(({ type }) => type)).toEqual(['toner', 'wasteToner']);
    const two = [supply('1.1', reported('standard', 40), black), supply('1.2', reported('standard', 90), black)];
    expect(supplies({ standard: two, ipp: [supply('1', reported('ipp', 40), black)] })).toHaveLength(2);
    expect(
      supplies({ standard: [supply('1.1', reported('standard', 40))], ipp: [supply('1', reported('ipp', 40), cyan)] }),
    ).toHaveLength(1);
  });

  test('an added row never takes the index of another', () => {
    const added = supplies({
      ipp: [supply('1', reported('ipp', 1), black)],
      standard: [supply('1', reported('standard', 1), { type: 'fuser' })],
    });
    expect(new Set(added.map(({ index }) => index)).size).toBe(2);
  });
});

describe('counters of several sources', () => {
  const total = (source: LayerSource, unit: 'impressions' | 'sheets' | 'unknown', value: number): Sections => ({
    counters: { total: { unit, reading: reported(source, value) } },
  });

  test('a counter with a known meaning takes precedence over one without', () => {
    const merged = merge({ standard: total('standard', 'unknown', 900), maker: total('maker', 'impressions', 1000) });
    expect(merged.counters?.total).toEqual({ unit: 'impressions', reading: reported('maker', 1000) });
  });

  test('only counts of one unit contradict each other, and not by pages printed meanwhile', () => {
    const withContradictions = (ipp: Sections) =>
      merge({ standard: total('standard', 'impressions', 1000), ipp }).counters?.total?.reading.evidence
        ?.contradictedBy;
    expect(withContradictions(total('ipp', 'impressions', 1012))).toBeUndefined();
    expect(withContradictions(total('ipp', 'sheets', 600))).toBeUndefined();
    expect(withContradictions(total('ipp', 'impressions', 1400))).toMatchObject([{ protocol: 'ipp', raw: '1400' }]);
  });
});

describe('the state from several sources', () => {
  test('each field with the evidence of its source', () => {
    const { status } = merge({
      standard: { status: { consoleText: 'Ready', evidence: { consoleText: evidenceOf('standard', 'Ready') } } },
      ipp: {
        status: {
          printerState: 'idle',
          stateReasons: [],
          consoleText: 'Idle.',
          evidence: { consoleText: evidenceOf('ipp', 'Idle.'), printerState: evidenceOf('ipp', '3') },
        },
      },
    });
    expect(status).toMatchObject({
      printerState: 'idle',
      consoleText: 'Ready',
      evidence: { consoleText: { raw: 'Ready' }, printerState: { raw: '3' } },
    });
  });

  test('a list of alerts takes precedence over an empty one', () => {
    const alerts = [{ index: '1', code: 8 }];
    expect(merge({ standard: { status: { alerts: [] } }, ipp: { status: { alerts } } }).status?.alerts).toEqual(alerts);
    expect(merge({ standard: { status: { alerts } }, ipp: { status: { alerts: [] } } }).status?.alerts).toEqual(alerts);
  });
});

test('trays are those of the first source; a later one fills in missing values of the same name', () => {
  const { inputs } = merge({
    standard: { inputs: [{ index: '1.1', name: 'Tray 1', percent: { state: 'unknown' } }] },
    ipp: {
      inputs: [
        { index: '1', name: 'tray-1', media: 'A4', percent: reported('ipp', 50) },
        { index: '2', name: 'auto', percent: reported('ipp', 50) },
      ],
    },
  });
  expect(inputs).toMatchObject([{ index: '1.1', name: 'Tray 1', media: 'A4', percent: { value: 50 } }]);
  expect(inputs).toHaveLength(1);
});

test('the order of the layers changes nothing, and no layers yield no values', () => {
  const layers = [
    { source: 'ipp' as const, sections: { supplies: [supply('1', reported('ipp', 10), black)] } },
    { source: 'standard' as const, sections: { supplies: [supply('1.1', reported('standard', 12), black)] } },
  ];
  expect(mergeLayers(layers)).toEqual(mergeLayers(layers.toReversed()));
  expect(mergeLayers([])).toEqual({});
});
