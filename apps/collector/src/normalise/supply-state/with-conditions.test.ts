import type { DeviceReport } from '@platen/contract/report';
import type { Supply } from '@platen/contract/report-sections';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasRecordedPrinters, recordedPrinter } from '../../../test/raw.ts';
import { toReport } from '../to-report.ts';
import { withConditions } from './with-conditions.ts';

type Status = NonNullable<DeviceReport['status']>;
type Alert = NonNullable<Status['alerts']>[number];

const evidence = {
  protocol: 'snmp',
  source: '1.3.6.1.2.1.43.11.1.1.9.1.1',
  raw: '100',
  rule: 'levelOverCapacity',
} as const;
const toner = (row: number, color: Supply['tonerColor'], percent = 100): Supply => ({
  index: `1.${row}`,
  description: `${color ?? 'Toner'} cartridge`,
  type: 'toner',
  tonerColor: color,
  level: { state: 'measured', value: percent, evidence },
  capacity: { state: 'measured', value: 100 },
  percent: { state: 'measured', value: percent, evidence },
});
const waste: Supply = {
  ...toner(5, undefined),
  type: 'wasteToner',
  class: 'receptacleThatIsFilled',
  description: 'Waste Toner Box',
};
const drum = (row: number, color: string): Supply => ({
  ...toner(row, undefined),
  type: 'opc',
  description: `${color} Drum`,
});
const colour = [
  toner(1, 'black'),
  toner(2, 'cyan'),
  toner(3, 'magenta'),
  toner(4, 'yellow'),
  waste,
  drum(6, 'Black'),
  drum(7, 'Cyan'),
];
const mono = [toner(1, 'black'), waste];
const alert = (fields: Partial<Alert>): Alert => ({ index: '1.1', severity: 4, group: 11, groupIndex: -1, ...fields });
const conditionsOf = (supplies: readonly Supply[], status: Status) =>
  Object.fromEntries(
    withConditions(supplies, status).flatMap(({ index, condition }) =>
      condition === undefined ? [] : [[index, condition]],
    ),
  );

describe('alerts about supplies', () => {
  it.each([
    [1101, 'empty'],
    [1104, 'low'],
    [1105, 'low'],
    [13, 'empty'],
    [12, 'low'],
    [1115, 'missing'],
  ] as const)('code %i of the row that the alert names: %s', (code, condition) => {
    expect(conditionsOf(colour, { alerts: [alert({ code, groupIndex: 3 })] })).toEqual({ '1.3': condition });
  });

  it('a level that contradicts the condition becomes a state; both stay visible', () => {
    const status = { alerts: [alert({ code: 1104, groupIndex: 3, index: '1.8' })] };
    expect(withConditions(colour, status)[2]).toMatchObject({
      condition: 'low',
      level: { state: 'measured', value: 100 },
      percent: {
        state: 'someRemaining',
        evidence: {
          rule: 'panelOverLevel',
          source: evidence.source,
          raw: '100',
          also: [{ source: '1.3.6.1.2.1.43.18.1.1.7.1.8', name: 'prtAlertCode.1.8', raw: '1104' }],
        },
      },
    });
    expect(
      withConditions([toner(1, 'black', 20)], { alerts: [alert({ code: 1104, groupIndex: 1 })] })[0]?.percent,
    ).toMatchObject({
      state: 'measured',
      value: 20,
    });
    expect(
      withConditions([toner(1, 'black', 20)], { alerts: [alert({ code: 1101, groupIndex: 1 })] })[0]?.percent,
    ).toMatchObject({
      state: 'unknown',
    });
  });

  it('an alert without a row is assigned by the colour in its description, else only if there is one supply of the kind', () => {
    const words = (description: string, code = 1104) => ({ alerts: [alert({ code, description })] });
    expect(conditionsOf(colour, words('Toner faible : cyan'))).toEqual({ '1.2': 'low' });
    expect(conditionsOf(colour, words('Toner is low'))).toEqual({});
    expect(conditionsOf(colour, words('Black or cyan toner is low'))).toEqual({});
    expect(conditionsOf(mono, words('Toner is low'))).toEqual({ '1.1': 'low' });
    expect(conditionsOf(colour, words('Waste box', 1109))).toEqual({ '1.5': 'full' });
    expect(conditionsOf(colour, words('Black drum', 1111))).toEqual({ '1.6': 'low' });
    expect(conditionsOf(colour, words('Drum', 1111))).toEqual({});
  });

  it('an alert about another table, or about a missing row, is about no supply', () => {
    expect(conditionsOf(colour, { alerts: [alert({ code: 12, group: 8, groupIndex: 1 })] })).toEqual({});
    expect(conditionsOf(colour, { alerts: [alert({ code: 1104, groupIndex: 40 })] })).toEqual({});
  });

  it('a device that numbers its supplies 0.N is understood', () => {
    const supplies = [{ ...toner(1, 'black'), index: '0.1' }];
    expect(conditionsOf(supplies, { alerts: [alert({ code: 1101, groupIndex: 1 })] })).toEqual({ '0.1': 'empty' });
  });
});

describe('the panel', () => {
  it.each([
    ['Toner Low (BK)', { '1.1': 'low' }],
    ['Replace Cyan Toner', { '1.2': 'empty' }],
    ['Magenta cartridge very low', { '1.3': 'low' }],
    ['Order yellow cartridge', { '1.4': 'low' }],
    ['Ready\nYellow toner empty', { '1.4': 'empty' }],
    ['Waste toner box almost full', { '1.5': 'nearFull' }],
    ['Waste Toner Box Full', { '1.5': 'full' }],
    ['Replace waste toner box', { '1.5': 'full' }],
    ['Cyan drum end soon', { '1.7': 'low' }],
    ['Install black toner cartridge', { '1.1': 'missing' }],
  ])('%s', (consoleText, conditions) => {
    expect(conditionsOf(colour, { consoleText })).toEqual(conditions);
  });

  it.each([
    'Ready',
    'Toner low',
    'Toner saver on',
    'Toner OK',
    'Black toner level 30 %',
    'Paper low',
    'Tray 2 empty',
    'Sleep',
    'Replace toner?',
  ])('%s is about no single supply', (consoleText) => expect(conditionsOf(colour, { consoleText })).toEqual({}));

  it('the only toner of a machine needs no colour', () => {
    expect(conditionsOf(mono, { consoleText: 'Toner low' })).toEqual({ '1.1': 'low' });
  });
});

describe('error bits', () => {
  it('apply to the only toner, and to none if there are several', () => {
    expect(conditionsOf(mono, { detectedErrors: ['lowToner'] })).toEqual({ '1.1': 'low' });
    expect(conditionsOf(mono, { detectedErrors: ['noToner', 'lowToner'] })).toEqual({ '1.1': 'empty' });
    expect(conditionsOf(colour, { detectedErrors: ['noToner'] })).toEqual({});
  });
});

it("the most severe condition counts, together with the maker's value", () => {
  const supplies = [{ ...toner(1, 'black'), condition: 'ok' as const }];
  expect(
    conditionsOf(supplies, { alerts: [alert({ code: 1104, groupIndex: 1 })], consoleText: 'Replace toner' }),
  ).toEqual({
    '1.1': 'empty',
  });
  expect(conditionsOf(supplies, {})).toEqual({ '1.1': 'ok' });
});

it('for any texts of a device, no supply is added, lost or given a number', () => {
  const words = fc.string({
    unit: fc.constantFrom('toner ', 'ink ', 'low ', 'empty ', 'waste ', 'full ', 'black ', '(C) ', '\n', 'x'),
  });
  const alerts = fc.array(
    fc.record({
      index: fc.constant('1.1'),
      code: fc.integer({ min: 0, max: 1200 }),
      group: fc.constantFrom(10, 11),
      groupIndex: fc.integer({ min: -2, max: 9 }),
      description: words,
    }),
    { maxLength: 5 },
  );
  fc.assert(
    fc.property(alerts, words, fc.constantFrom(mono, colour), (reported, consoleText, supplies) => {
      const judged = withConditions(supplies, { alerts: reported, consoleText });
      expect(judged).toHaveLength(supplies.length);
      for (const [position, supply] of judged.entries()) {
        const { condition, percent, ...rest } = supply;
        expect({ ...supplies[position], percent: undefined }).toMatchObject(JSON.parse(JSON.stringify(rest)));
        expect(condition !== undefined || supply === supplies[position]).toBe(true);
        expect(percent.state !== 'measured' || percent === supplies[position]?.percent).toBe(true);
      }
    }),
  );
});

describe.skipIf(!hasRecordedPrinters)('recorded printers', () => {
  const head = {
    observedAt: new Date('2026-01-31T12:00:00Z'),
    collectorName: 'n',
    collectorVersion: 'v',
    address: 'a',
  };
  const read = (name: string) => toReport(recordedPrinter(name), head).supplies ?? [];

  it('three inks at 1 % with such alerts are low; the bit lowToner adds none', () => {
    const supplies = read('pm-epson_cw');
    expect(supplies.map((supply) => supply.condition)).toEqual([undefined, 'low', 'low', 'low', undefined]);
    expect(supplies[1]?.percent).toMatchObject({ state: 'measured', value: 1 });
  });

  it('the bit lowToner of a colour machine without alerts marks no toner as low', () => {
    expect(read('sharp').every((supply) => supply.condition === undefined)).toBe(true);
  });

  it('levels in tens are marked as coarse, others are not', () => {
    for (const name of ['ricoh_mpc3002', 'canonprinter_tm'])
      expect(
        read(name)
          .filter((supply) => supply.tonerColor !== undefined)
          .every((supply) => supply.coarse),
      ).toBe(true);
    for (const name of [
      'jetdirect_m252dw',
      'konica_c250i',
      'pm-kyocera_cs4053',
      'xerox',
      'okilan_9450g',
      'toshiba-tec',
      'pm-epson_cw',
    ])
      expect(read(name).some((supply) => supply.coarse)).toBe(false);
  });
});
