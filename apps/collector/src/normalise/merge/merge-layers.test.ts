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
const said = <T>(source: LayerSource, value: T): Reading<T> => ({
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

describe('who a device is, from several sources', () => {
  test('the standard serial counts; another one stands beside it', () => {
    const merged = merge({
      standard: { identity: { serial: said('standard', 'A-1') } },
      maker: { identity: { serial: said('maker', 'B-2') } },
      ipp: { identity: { serial: said('ipp', 'C-3') } },
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

  test('one written otherwise is the same, and one that is known goes before one that is not', () => {
    const unknown: Reading<string> = { state: 'unknown', evidence: evidenceOf('standard', '') };
    const merged = merge({
      standard: { identity: { serial: unknown } },
      maker: { identity: { serial: said('maker', '00-ab 12') } },
      ipp: { identity: { serial: said('ipp', 'AB12') } },
    });
    expect(merged.identity?.serial).toEqual(said('maker', '00-ab 12'));
  });

  test('hardware addresses of the interfaces go before one derived from a UUID', () => {
    const identity = { macAddresses: ['00:00:5E:00:53:01'] };
    expect(merge({ ipp: { identity } }).identity?.macAddresses).toEqual(identity.macAddresses);
    expect(
      merge({ standard: { identity: { macAddresses: ['00:00:5E:00:53:02'] } }, ipp: { identity } }).identity
        ?.macAddresses,
    ).toEqual(['00:00:5E:00:53:02']);
  });

  test('a firmware version that holds the other one is the same', () => {
    const firmware = (a: string, b: string) =>
      merge({ standard: { firmware: { system: said('standard', a) } }, ipp: { firmware: { system: said('ipp', b) } } })
        .firmware?.system?.evidence?.contradictedBy;
    expect(firmware('1548AR', 'LZP1CN1548AR')).toBeUndefined();
    expect(firmware('V1.02', 'V1.03')).toMatchObject([{ raw: 'V1.03' }]);
  });
});

describe('supplies of several sources', () => {
  test('each stands once, with the rows, order and index of the first source', () => {
    const merged = supplies({
      standard: [supply('1.1', said('standard', 40), cyan), supply('1.2', said('standard', 50), black)],
      ipp: [supply('1', said('ipp', 50), black), supply('2', said('ipp', 40), cyan)],
    });
    expect(merged.map(({ index, tonerColor }) => [index, tonerColor])).toEqual([
      ['1.1', 'cyan'],
      ['1.2', 'black'],
    ]);
  });

  test('figures of SNMP go before percents of IPP; what is further away than rounding stands beside', () => {
    const percentOf = (a: number, b: number) =>
      supplies({ standard: [supply('1.1', said('standard', a), black)], ipp: [supply('1', said('ipp', b), black)] })[0]
        ?.percent;
    expect(percentOf(40.4, 40)).toEqual(said('standard', 40.4));
    expect(percentOf(40, 70)).toMatchObject({
      value: 40,
      evidence: { contradictedBy: [{ protocol: 'ipp', source: 'marker-levels', raw: '70' }] },
    });
  });

  test('a figure goes before a state, with its level, capacity and unit', () => {
    const [merged] = supplies({
      standard: [
        supply('1.1', { state: 'someRemaining' }, { ...black, unit: 'impressions', level: { state: 'someRemaining' } }),
      ],
      ipp: [supply('1', said('ipp', 30), { ...black, unit: 'percent', level: said('ipp', 30) })],
    });
    expect(merged).toMatchObject({ index: '1.1', unit: 'percent', level: { value: 30 }, percent: { value: 30 } });
  });

  test('a maker’s figure goes before a coarse standard one, and not before a fine one', () => {
    const percentOf = (coarse: boolean) => {
      const standard = supply('1.1', said('standard', 40), coarse ? { ...black, coarse } : black);
      return supplies({ standard: [standard], maker: [supply('1.1', said('maker', 43), black)] })[0]?.percent;
    };
    expect(percentOf(true)).toEqual(said('maker', 43));
    expect(percentOf(false)).toMatchObject({ value: 40, evidence: { contradictedBy: [{ raw: '43' }] } });
  });

  test('a state reason goes before a level that says full, which stands beside it', () => {
    const reason: Evidence = {
      protocol: 'ipp',
      source: 'printer-state-reasons',
      raw: 'toner-empty-error',
      rule: 'stateReason',
    };
    const [merged] = supplies({
      standard: [supply('1.1', said('standard', 100), black)],
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

  test('of two figures the one that fits what is said of the supply', () => {
    const [merged] = supplies({
      standard: [supply('1.1', said('standard', 100), black)],
      ipp: [supply('1', said('ipp', 0), { ...black, condition: 'empty' })],
    });
    expect(merged).toMatchObject({
      condition: 'empty',
      percent: { value: 0, evidence: { contradictedBy: [{ raw: '100' }] } },
    });
  });

  test('rows are joined by index, words, kind and colour, and never where kinds differ', () => {
    const drum = { type: 'opc', description: 'Drum Unit' };
    const merged = supplies({
      standard: [
        supply('1.1', said('standard', 60), black),
        supply('1.2', said('standard', 80), { type: 'other', description: 'drum unit' }),
      ],
      maker: [supply('1.2', { state: 'unknown' }, { ...drum, serial: said('maker', 'D-77') })],
      ipp: [supply('1', said('ipp', 80), drum), supply('2', said('ipp', 60), { type: 'tonerCartridge', ...black })],
    });
    expect(merged).toHaveLength(2);
    expect(merged[1]).toMatchObject({ index: '1.2', type: 'opc', serial: { value: 'D-77' }, percent: { value: 80 } });
  });

  test('a kind that only a later source knows is added; one that cannot be told from another is not', () => {
    const waste = supply('3', said('ipp', 20), { type: 'wasteToner' });
    const added = supplies({ standard: [supply('1.1', said('standard', 40), black)], ipp: [waste] });
    expect(added.map(({ type }) => type)).toEqual(['toner', 'wasteToner']);
    const two = [supply('1.1', said('standard', 40), black), supply('1.2', said('standard', 90), black)];
    expect(supplies({ standard: two, ipp: [supply('1', said('ipp', 40), black)] })).toHaveLength(2);
    expect(
      supplies({ standard: [supply('1.1', said('standard', 40))], ipp: [supply('1', said('ipp', 40), cyan)] }),
    ).toHaveLength(1);
  });

  test('an added row never takes the index of another', () => {
    const added = supplies({
      ipp: [supply('1', said('ipp', 1), black)],
      standard: [supply('1', said('standard', 1), { type: 'fuser' })],
    });
    expect(new Set(added.map(({ index }) => index)).size).toBe(2);
  });
});

describe('counters of several sources', () => {
  const total = (source: LayerSource, unit: 'impressions' | 'sheets' | 'unknown', value: number): Sections => ({
    counters: { total: { unit, reading: said(source, value) } },
  });

  test('a counter that says what it counts goes before one that does not', () => {
    const merged = merge({ standard: total('standard', 'unknown', 900), maker: total('maker', 'impressions', 1000) });
    expect(merged.counters?.total).toEqual({ unit: 'impressions', reading: said('maker', 1000) });
  });

  test('only counts of one unit contradict each other, and not by what a machine prints meanwhile', () => {
    const beside = (ipp: Sections) =>
      merge({ standard: total('standard', 'impressions', 1000), ipp }).counters?.total?.reading.evidence
        ?.contradictedBy;
    expect(beside(total('ipp', 'impressions', 1012))).toBeUndefined();
    expect(beside(total('ipp', 'sheets', 600))).toBeUndefined();
    expect(beside(total('ipp', 'impressions', 1400))).toMatchObject([{ protocol: 'ipp', raw: '1400' }]);
  });
});

describe('the state from several sources', () => {
  test('each field with the evidence of who said it', () => {
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

  test('a list of alerts goes before an empty one', () => {
    const alerts = [{ index: '1', code: 8 }];
    expect(merge({ standard: { status: { alerts: [] } }, ipp: { status: { alerts } } }).status?.alerts).toEqual(alerts);
    expect(merge({ standard: { status: { alerts } }, ipp: { status: { alerts: [] } } }).status?.alerts).toEqual(alerts);
  });
});

test('trays keep to the first source; a later one fills in what it lacks of the same name', () => {
  const { inputs } = merge({
    standard: { inputs: [{ index: '1.1', name: 'Tray 1', percent: { state: 'unknown' } }] },
    ipp: {
      inputs: [
        { index: '1', name: 'tray-1', media: 'A4', percent: said('ipp', 50) },
        { index: '2', name: 'auto', percent: said('ipp', 50) },
      ],
    },
  });
  expect(inputs).toMatchObject([{ index: '1.1', name: 'Tray 1', media: 'A4', percent: { value: 50 } }]);
  expect(inputs).toHaveLength(1);
});

test('the order in which layers come changes nothing, and none says nothing', () => {
  const layers = [
    { source: 'ipp' as const, sections: { supplies: [supply('1', said('ipp', 10), black)] } },
    { source: 'standard' as const, sections: { supplies: [supply('1.1', said('standard', 12), black)] } },
  ];
  expect(mergeLayers(layers)).toEqual(mergeLayers(layers.toReversed()));
  expect(mergeLayers([])).toEqual({});
});
