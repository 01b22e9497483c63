import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyInput } from '../../test/arbitraries.ts';
import { parseMatters, toMatters } from './matters.ts';
import { whoCanActOn, whoCanActOnReason } from './who-can-act.ts';

const measured = (value: number) => ({ state: 'measured' as const, value });
const toner = (percent: number, more: object = {}) => ({
  index: '1.1',
  type: 'toner',
  tonerColor: 'black' as const,
  percent: measured(percent),
  ...more,
});

describe('what a report says that needs somebody', () => {
  it.each([
    ['a service call', { deviceCode: 'C371' }, ['down:C371']],
    ['a service call as a bit', { detectedErrors: ['serviceRequested'] }, ['down:serviceRequested']],
    ['a failed unit by its alert', { alerts: [{ index: '1', code: 30, severity: 3 }] }, ['down:alert.30']],
    ['a device that is down and does not state why', { hrDeviceStatus: 'down' as const }, ['down:down']],
    ['a jam', { deviceCode: 'E110', detectedErrors: ['jammed'] }, []],
    ['a jam by its alert', { alerts: [{ index: '1', code: 8, severity: 3 }] }, []],
    [
      'a jam that only field service clears',
      { alerts: [{ index: '1', code: 8, severity: 3, trainingLevel: 5 }] },
      ['down:alert.8'],
    ],
    ['an open cover and missing paper', { detectedErrors: ['doorOpen', 'noPaper'] }, []],
    ['a fault that a user may clear', { alerts: [{ index: '1', code: 33, severity: 3, trainingLevel: 3 }] }, []],
    ['a full waste box, the chip of a cartridge', { deviceCode: 'C912' }, []],
    ['a device that is well', { hrDeviceStatus: 'running' as const }, []],
  ])('WL-05 QF-01: %s', (_, status, matters) => {
    expect(toMatters({ status, supplies: [] })).toEqual(matters);
  });

  it('WL-08: supplies by colour, waste or name, with state and percent', () => {
    expect(
      toMatters({
        status: { hrDeviceStatus: 'running' },
        supplies: [
          toner(8),
          toner(0, { index: '1.2', tonerColor: 'cyan' }),
          toner(25, { index: '1.3', tonerColor: 'magenta' }),
          toner(31, { index: '1.4', tonerColor: 'yellow' }),
          { index: '1.5', type: 'wasteToner', percent: { state: 'unknown' }, condition: 'nearFull' },
          { index: '1.6', type: 'opc', colorant: 'cyan', percent: measured(4) },
        ],
      }),
    ).toEqual([
      'supply:black:low:8',
      'supply:cyan:empty:0',
      'supply:magenta:ok:25',
      'supply:opc.cyan:low:4',
      'supply:waste:nearFull',
    ]);
  });

  it('WL-08: toner that is reported without its colour counts where no supply names it', () => {
    const status = { detectedErrors: ['lowToner'] };
    expect(toMatters({ status })).toEqual(['supply:toner:low']);
    expect(toMatters({ status, supplies: [toner(8)] })).toEqual(['supply:black:low:8']);
  });

  it('what a report does not speak of is not known', () => {
    expect(toMatters({})).toBeNull();
    expect(toMatters({ status: {} })).toBeNull();
    expect(toMatters({ status: { hrDeviceStatus: 'running' } })).toEqual(['-supplies']);
    expect(toMatters({ supplies: [] })).toEqual(['-status']);
    expect(parseMatters(['-supplies'])).toEqual({ matters: [], hasStatus: true, hasSupplies: false });
  });

  it('texts of a later version are left out', () => {
    expect(parseMatters(['down:', 'supply:black:odd', 'other:x', 'supply:black:low:x'])).toMatchObject({
      matters: [{ key: 'supply:black', word: 'low', percent: null }],
    });
  });

  it('for every report that fits the contract the log reads back what was written, each matter once', () => {
    fc.assert(
      fc.property(anyInput, ({ status, supplies }) => {
        const matters = toMatters({ status, supplies });
        const { matters: read, hasStatus, hasSupplies } = parseMatters(matters ?? []);
        const marks = Number(!hasStatus) + Number(!hasSupplies);
        expect(read).toHaveLength((matters?.length ?? 0) - marks);
        expect(new Set(read.map(({ key }) => key)).size).toBe(read.length);
      }),
      { seed: 9506, numRuns: 500 },
    );
  });
});

describe('QF-01: who can act', () => {
  it('QF-01: the training level of the alert decides where it is reported, then the device code, then the kind', () => {
    const reason = { severity: 'error' as const };
    expect(whoCanActOnReason({ ...reason, source: 'deviceCode', code: 'C371', whoCanAct: 'manager' })).toBe('manager');
    expect(whoCanActOnReason({ ...reason, source: 'deviceCode', code: 'C371' })).toBe('technician');
    expect(whoCanActOnReason({ ...reason, source: 'deviceCode', code: 'E110' })).toBe('user');
    expect(whoCanActOnReason({ ...reason, source: 'hrDevice', code: 'down' })).toBe('technician');
  });

  it('QF-01: of a condition by its kind, of an outbreak by the kind that it groups', () => {
    expect(whoCanActOn({ kind: 'supply', subject: 'black' })).toBe('user');
    expect(whoCanActOn({ kind: 'supply', subject: 'opc.cyan' })).toBe('technician');
    expect(whoCanActOn({ kind: 'outbreak', subject: 'supply' })).toBe('user');
    expect(whoCanActOn({ kind: 'collector', subject: '' })).toBe('manager');
  });
});
