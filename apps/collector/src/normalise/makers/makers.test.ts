import { describe, expect, it } from 'vitest';
import { toCounterLines, toTotalLines, toVersions, valueOf } from '../../../test/expected.ts';
import { rawOf } from '../../../test/raw.ts';
import { toReport } from '../to-report.ts';

const head = { observedAt: new Date('2026-01-31T12:00:00Z'), collectorName: 'n', collectorVersion: 'v', address: 'a' };
const sysObjectId = (arcs: string) => `1.3.6.1.2.1.1.2.0|6|1.3.6.1.4.1.${arcs}`;
const descriptionOf = (text: string) => `1.3.6.1.2.1.25.3.2.1.3.1|4|${text}`;
const lines = (prefix: string, values: Record<string, string>) =>
  Object.entries(values).map(([arcs, value]) => `1.3.6.1.4.1.${prefix}.${arcs}|${value}`);
const read = (...all: (string | string[])[]) => toReport(rawOf(all.flat().join('\n')), head);

describe('makers, according to their documentation', () => {
  it('HP: serial behind PML octets, revision before date code, counts of sides; a serial of X alone is none', () => {
    const printer = (serial: string) =>
      read(
        sysObjectId('11.2.3.9.1'),
        lines('11.2.3.9.4.2.1', {
          '1.3.3.0': `4x|0115${Buffer.from(serial).toString('hex')}`,
          '1.3.5.0': '4|20200612',
          '1.3.6.0': '4|2411097_060439',
          '4.1.2.5.0': '2|9000',
          '4.1.2.6.0': '2|5500',
          '4.1.2.7.0': '2|3500',
          '4.1.2.22.0': '2|2400',
        }),
      );
    expect(valueOf(printer('VNB3R12345').identity.serial)).toBe('VNB3R12345');
    expect(printer('XXXXXXXXXX').identity.serial).toBeUndefined();
    expect(toVersions(printer('V1'))).toEqual({ system: '2411097_060439' });
    expect(toTotalLines(printer('V1'))).toEqual([
      'total 9000 impressions',
      'color 3500 impressions',
      'black 5500 impressions',
    ]);
    // Models disagree about what it counts.
    expect(printer('V1').counters?.labelled).toMatchObject([
      {
        label: 'duplex-page-count',
        unit: 'unknown',
        reading: { value: 2400, evidence: { name: 'duplex-page-count' } },
      },
    ]);
  });

  it('Ricoh and its brands: rows identified by type, in any language; the unit is that of the row', () => {
    const rows = (index: number, type: number, unit: number, value: number) =>
      lines('367.3.2.1.2.19.5.1', {
        [`2.${index}`]: `2|${type}`,
        [`4.${index}`]: `2|${unit}`,
        [`5.${index}`]: '4|Zähler',
        [`9.${index}`]: `65|${value}`,
      });
    const report = read(
      sysObjectId('367.1.1'),
      '1.3.6.1.2.1.1.1.0|4|LANIER MP C3501 2.01 / LANIER Network Printer C model',
      rows(1, 10, 7, 1000),
      rows(2, 200, 7, 300),
      rows(3, 201, 7, 250),
      rows(4, 203, 7, 40),
      rows(5, 202, 7, 10),
      rows(6, 401, 7, 500),
      rows(7, 403, 7, 200),
      rows(8, 874, 50, 77),
      rows(9, 999, 7, 5),
    );
    expect(toCounterLines(report)).toEqual([
      'copy/all/all 300 impressions',
      'copy/black/all 250 impressions',
      'copy/color/all 40 impressions',
      'print/black/all 500 impressions',
      'print/color/all 200 impressions',
    ]);
    expect(toTotalLines(report)).toEqual(['total 1000 impressions']);
  });

  it('Konica Minolta and devices it builds: versions by label; a dash is no version', () => {
    const report = read(
      sysObjectId('18334.1.2.1.2.1.50.2.2'),
      descriptionOf('Develop ineo 280'),
      lines('18334.1.1.1.5.5.1.1', {
        '2.1': '4|MFP Controller version',
        '3.1': '4|A1UD0Y0-0100-G00-53',
        '2.2': '4|Printer Engine',
        '3.2': '4|A1UD30G-1000',
        '2.3': '4|Finisher',
        '3.3': '4|-',
        '2.4': '4|Something new',
        '3.4': '4|1',
      }),
      lines('18334.1.1.1.5.7.2.1', { '1.0': '65|250000' }),
    );
    expect(toVersions(report)).toEqual({ system: 'A1UD0Y0-0100-G00-53', engine: 'A1UD30G-1000' });
    expect(toTotalLines(report)).toEqual(['total 250000 unknown']);
  });

  it('Canon: counters by number and by name; what counts a large sheet twice is weighted', () => {
    const numbered = read(
      sysObjectId('1602.4.7'),
      lines('1602.1', { '2.1.8.1.3.1.1': '4|XTA01234', '1.1.1.0': '4|iR-ADV C5540' }),
      lines('1602.1.11.1.3.1.4', {
        101: '65|150000',
        102: '65|165000',
        108: '65|90000',
        112: '65|5000',
        113: '65|85000',
        122: '65|10000',
        123: '65|50000',
        501: '65|33333',
        777: '65|1',
      }),
    );
    expect(valueOf(numbered.identity.serial)).toBe('XTA01234');
    expect(valueOf(numbered.identity.model)).toBe('iR-ADV C5540');
    expect(toTotalLines(numbered)).toEqual(['total 150000 impressions', 'black 90000 impressions']);
    expect(toCounterLines(numbered)).toEqual([
      'all/all/all 165000 weighted',
      'all/black/large 5000 impressions',
      'all/black/small 85000 impressions',
      'all/color/large 10000 impressions',
      'all/color/small 50000 impressions',
      'scan/all/all 33333 sides',
    ]);
    const named = read(
      sysObjectId('1602.4.9'),
      lines('1602.1.11.2.1.1', {
        '2.1': '4|Total 1',
        '3.1': '65|45678',
        '2.2': '4|Print (Total 1)',
        '3.2': '65|30000',
        '2.3': '4|Copy (Full Color + Single Color/Small)',
        '3.3': '65|15',
        '2.4': '4|Gesamt 2',
        '3.4': '65|9',
      }),
    );
    expect(toTotalLines(named)).toEqual(['total 45678 impressions']);
    expect(toCounterLines(named)).toEqual(['copy/color/small 15 impressions', 'print/all/all 30000 impressions']);
  });

  it.each(['253.8.62.1.20.7.1.1.1', '297.1.11.93.1.35.34.7.1'])(
    'Xerox and Fuji Xerox (%s): usage counters, copies at either place',
    (arcs) => {
      const report = read(
        sysObjectId(arcs),
        lines('253.8.53.13.2.1.6', {
          '1.20.1': '2|1000',
          '1.20.7': '2|400',
          '1.20.29': '2|300',
          '1.20.33': '2|450',
          '1.20.34': '2|550',
          '11.20.3': '2|150',
          '103.20.25': '2|150',
          '1.20.43': '2|12',
        }),
      );
      expect(toTotalLines(report)).toEqual([
        'total 1000 impressions',
        'color 450 impressions',
        'black 550 impressions',
      ]);
      expect(toCounterLines(report)).toEqual([
        'all/color/large 12 impressions',
        'copy/black/all 150 impressions',
        'copy/color/all 150 impressions',
        'print/black/all 400 impressions',
        'print/color/all 300 impressions',
      ]);
    },
  );

  it('Epson: pages in black and colour', () => {
    const report = read(
      sysObjectId('1248.1.1.2.1.3.5'),
      lines('1248.1.2.2.27.1.1', { '30.1.1': '65|81563', '3.1.1': '65|39797', '4.1.1': '65|41766' }),
    );
    expect(toTotalLines(report)).toEqual([
      'total 81563 impressions',
      'color 41766 impressions',
      'black 39797 impressions',
    ]);
  });

  it('Lexmark, also in a Toshiba it built: counters by type in the unit of the row, serial and state of supplies', () => {
    const supply = (row: number, name: string, color: string, level: number) => [
      `1.3.6.1.2.1.43.11.1.1.5.1.${row}|2|21`,
      `1.3.6.1.2.1.43.11.1.1.6.1.${row}|4|${name}`,
      `1.3.6.1.2.1.43.11.1.1.8.1.${row}|2|6000`,
      `1.3.6.1.2.1.43.11.1.1.9.1.${row}|2|${level}`,
      ...lines('641.6.4.4.1.1', {
        [`3.1.${row + 4}`]: '2|6',
        [`4.1.${row + 4}`]: `4|${color}`,
        [`5.1.${row + 4}`]: `4|${name}`,
        [`6.1.${row + 4}`]: `4|CAD${row}7A`,
        [`12.1.${row + 4}`]: `2|${row === 2 ? 4 : 3}`,
      }),
    ];
    const report = read(
      sysObjectId('641.2.71107164'),
      descriptionOf('TOSHIBA e-STUDIO338CS 1234567890ABC'),
      supply(1, 'Black Cartridge', 'black', 3000),
      supply(2, 'Cyan Cartridge', 'cyan', 300),
      lines('641.6.4.2.1.1', {
        '2.1.1': '2|16',
        '3.1.1': '2|4',
        '4.1.1': '65|700',
        '2.1.2': '2|34',
        '3.1.2': '2|4',
        '4.1.2': '65|90',
        '2.1.3': '2|4',
        '3.1.3': '2|5',
        '4.1.3': '65|66',
        '2.1.4': '2|17',
        '3.1.4': '2|20',
        '4.1.4': '65|12',
      }),
      lines('641.6.2.3.1', { '5.1': '4|701P0Q3' }),
    );
    expect(valueOf(report.identity.serial)).toBe('701P0Q3');
    expect(toCounterLines(report)).toEqual(['copy/color/all 90 sides', 'print/all/all 700 sides']);
    expect(toTotalLines(report)).toEqual(['color 66 sheets']);
    expect(report.supplies).toMatchObject([
      { index: '1.1', condition: 'ok', percent: { value: 50 }, serial: { value: 'CAD17A' } },
      { index: '1.2', condition: 'low', percent: { value: 5 }, serial: { value: 'CAD27A' } },
    ]);
  });

  it('Samsung, also in a Dell it built: counts of job, size and colour, the duplex ones added; named sizes are left out', () => {
    const row = (index: number, job: number, size: number, color: number, duplex: number, value: number) =>
      lines('236.11.5.11.53.11.2.1', {
        [`2.1.${index}`]: `2|${job}`,
        [`3.1.${index}`]: `2|${size}`,
        [`4.1.${index}`]: '2|7',
        [`5.1.${index}`]: `2|${duplex}`,
        [`6.1.${index}`]: `2|${color}`,
        [`7.1.${index}`]: `65|${value}`,
      });
    const all = [row(1, 1, 1, 3, 1, 100), row(2, 1, 1, 3, 2, 40), row(3, 2, 2, 1, 1, 7), row(4, 1, 5, 3, 1, 140)];
    const report = read(sysObjectId('674.10898.10'), ...all);
    expect(toCounterLines(report)).toEqual(['copy/color/large 7 impressions', 'print/black/small 140 impressions']);
    expect(report.counters?.byFunction?.[0]?.reading.evidence?.also).toMatchObject([{ raw: '40' }]);
    const cut = {
      ...rawOf([sysObjectId('236.11.5.1'), ...all.flat()].join('\n')),
      cutShort: new Set(['1.3.6.1.4.1.236.11.5.11.53.11.2.1']),
    };
    expect(toReport(cut, head).counters?.byFunction).toBeUndefined();
  });

  it('Samsung: the serial of a cartridge is in its description', () => {
    const report = read(sysObjectId('236.11.5.1'), [
      '1.3.6.1.2.1.43.11.1.1.6.1.1|4|Black Toner Cartridge S/N:CRUM-14083112345',
      '1.3.6.1.2.1.43.11.1.1.8.1.1|2|20000',
      '1.3.6.1.2.1.43.11.1.1.9.1.1|2|17600',
    ]);
    expect(report.supplies).toMatchObject([
      { index: '1.1', percent: { value: 88 }, serial: { value: 'CRUM-14083112345' } },
    ]);
  });

  it('OKI: serial and model', () => {
    const { identity } = read(
      sysObjectId('2001.1.3.1'),
      lines('2001.1.1.1.1.11.1.10', { '45.0': '4|AK36078766', '25.0': '4|MC873' }),
    );
    expect([valueOf(identity.serial), valueOf(identity.model)]).toEqual(['AK36078766', 'MC873']);
  });

  it('Toshiba TEC: counters by function, size and colour; a large sheet may count twice, so that its unit is unknown', () => {
    const report = read(
      sysObjectId('1129.2.3.45.1'),
      lines('1129.2.3.50.1.3.21.6.1', {
        '2.1.1': '65|4100',
        '2.1.3': '65|9500',
        '210.1.1': '65|4000',
        '210.1.2': '65|11',
        '210.1.3': '65|9000',
        '211.1.3': '65|120',
        '220.1.1': '65|333',
        '216.1.3': '65|55',
      }),
    );
    expect(toCounterLines(report)).toEqual([
      'all/black/all 9500 unknown',
      'all/color/all 4100 unknown',
      'copy/black/large 120 unknown',
      'print/black/small 9000 impressions',
      'print/color/small 4000 impressions',
      'scan/color/small 333 sides',
    ]);
  });

  describe('Brother', () => {
    const record = (key: number, value: number) =>
      Buffer.from([key, 1, 4, ...[24, 16, 8, 0].map((shift) => (value >>> shift) & 255)]).toString('hex');
    const maintenance = (octets: string) =>
      read(
        sysObjectId('2435.2.3.9.1'),
        '1.3.6.1.2.1.43.11.1.1.5.1.1|2|3',
        '1.3.6.1.2.1.43.11.1.1.6.1.1|4|Black Toner Cartridge',
        '1.3.6.1.2.1.43.11.1.1.8.1.1|2|-2',
        '1.3.6.1.2.1.43.11.1.1.9.1.1|2|-3',
        '1.3.6.1.2.1.43.11.1.1.5.1.2|2|9',
        '1.3.6.1.2.1.43.11.1.1.6.1.2|4|Drum Unit',
        '1.3.6.1.2.1.43.11.1.1.8.1.2|2|12000',
        '1.3.6.1.2.1.43.11.1.1.9.1.2|2|11400',
        lines('2435.2.3.9.4.2.1.5.5', { '8.0': `4x|${octets}` }),
      ).supplies;

    it('the toner level, where the standard table only reports that some remains', () => {
      expect(maintenance(`${record(0x6f, 6400)}${record(0x41, 9494)}${record(0x31, 1)}ff`)).toMatchObject([
        { index: '1.1', percent: { value: 64, evidence: { rule: 'makersObject', name: 'brInfoMaintenance [0x6f]' } } },
        { index: '1.2', level: { value: 11400 }, percent: { value: 95 } },
      ]);
    });

    it.each([
      ['cut short', `${record(0x6f, 6400)}6f0104`],
      ['of another layout', 'a101020414a201020c14'],
      ['beyond a hundred percent', `${record(0x6f, 10_001)}ff`],
      ['empty', ''],
    ])('records %s are ignored', (_, octets) => {
      expect(maintenance(octets)?.[0]).toMatchObject({ percent: { state: 'someRemaining' } });
    });

    it('counters', () => {
      const octets = `${record(0, 1200)}${record(1, 900)}${record(2, 300)}ff`;
      const report = read(sysObjectId('2435.2.3.9.1'), lines('2435.2.3.9.4.2.1.5.5', { '10.0': `4x|${octets}` }));
      expect(toTotalLines(report)).toEqual([
        'total 1200 impressions',
        'color 300 impressions',
        'black 900 impressions',
      ]);
    });
  });

  it('the serial in a device id is the last resort', () => {
    const id = '1.3.6.1.4.1.2699.1.2.1.2.1.1.3.1|4|MFG:Pantum;MDL:P2500W;CLS:PRINTER;SN:CK1A123456;';
    expect(valueOf(read(sysObjectId('40093.6.1'), id).identity.serial)).toBe('CK1A123456');
    const both = read(sysObjectId('40093.6.1'), id, '1.3.6.1.2.1.43.5.1.1.17.1|4|CK9Z999999').identity.serial;
    expect(both).toMatchObject({
      value: 'CK9Z999999',
      evidence: { contradictedBy: [{ name: 'ppmPrinterIEEE1284DeviceId' }] },
    });
  });

  it('invalid values (negative, texts) are left out', () => {
    const report = read(
      sysObjectId('11.2.3.9.1'),
      lines('11.2.3.9.4.2.1.4.1.2', { '5.0': '2|-2', '6.0': '4|12', '7.0': '2|3500' }),
    );
    expect(toTotalLines(report)).toEqual(['color 3500 impressions']);
  });
});
