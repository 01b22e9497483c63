import { describe, expect, it } from 'vitest';
import { rawOf } from '../../test/raw.ts';
import { decideDeviceIndex, decidePrinter } from './decide-printer.ts';
import { toReport } from './to-report.ts';

const lines = (sysDescr: string, sysObjectId?: string): string =>
  `1.3.6.1.2.1.1.1.0|4|${sysDescr}${sysObjectId === undefined ? '' : `\n1.3.6.1.2.1.1.2.0|6|${sysObjectId}`}`;
const hrDevice = (row: number, type: string): string => `1.3.6.1.2.1.25.3.2.1.2.${row}|6|1.3.6.1.2.1.25.3.1.${type}`;
const printer = '5';
const other = '1';

describe('what is a printer', () => {
  it.each([
    ['Zebra Wired', '1.3.6.1.4.1.10642.1.1'],
    ['KYOCERA MITA Printing System', '1.3.6.1.4.1.1347.41'],
    ['NRG MP C3000', undefined],
    ['Brother NC-6800h', '1.3.6.1.4.1.2435.2.3.9.1'],
    ['Canon MF741C', '1.3.6.1.4.1.1602.4.7'],
    ['EPSON Built-in 11b/g/n Print Server', '1.3.6.1.4.1.1248.1.1.2.1.3.5'],
    ['Dell 5310n', '1.3.6.1.4.1.674.10898.2.1.4'],
    ['Samsung X-1 Series;V1.00;Engine 1.77;NIC V4.01', undefined],
    ['something quite different', '1.3.6.1.4.1.641.1.5'],
    ['ZebraNet PrintServer', '1.3.6.1.4.1.683.6.2.1'],
    ['TSC TTP-244 Pro', undefined],
    ['SATO CL4NX', undefined],
    ['Brother QL-820NWB', undefined],
    ['EPSON ColorWorks CW-C6500Au', undefined],
    ['TOSHIBA TEC B-EV4', '1.3.6.1.4.1.1129.1.2.1'],
  ])('%s is one by its description', (sysDescr, sysObjectId) => {
    expect(decidePrinter(rawOf(lines(sysDescr, sysObjectId)))).toBe(true);
  });

  it.each([
    ['Linux nas 5.10', '1.3.6.1.4.1.8072.3.2.10'],
    ['Linux printserver 5.10', '1.3.6.1.4.1.8072.3.2.10'],
    ['Hardware: Intel64 - Software: Windows Version 6.3', '1.3.6.1.4.1.311.1.1.3.1.2'],
    ['Cisco IOS Software', '1.3.6.1.4.1.9.1.516'],
    ['HP ProCurve Switch 2824', '1.3.6.1.4.1.11.2.3.7.11.51'],
    ['Dell PowerConnect 5448', '1.3.6.1.4.1.674.10895.3016'],
    ['Extended Systems terminal server', '1.3.6.1.4.1.683.2.1'],
    ['SATO', undefined],
    ['EPSON Projector', '1.3.6.1.4.1.1248.4.1'],
    ['Network Camera VB-1', '1.3.6.1.4.1.1602.4.9'],
    ['', undefined],
  ])('%s is none', (sysDescr, sysObjectId) => {
    expect(decidePrinter(rawOf(lines(sysDescr, sysObjectId)))).toBe(false);
  });

  it('Host Resources that list a printer decide, except those of a general computer', () => {
    expect(decidePrinter(rawOf(hrDevice(3, printer)))).toBe(true);
    expect(decidePrinter(rawOf(`${lines('x', '1.3.6.1.4.1.8072.3')}\n${hrDevice(3, printer)}`))).toBe(false);
    expect(decidePrinter(rawOf(`${lines('x', '1.3.6.1.4.1.8072.3')}\n1.3.6.1.2.1.43.5.1.1.17.1|4|N1`))).toBe(true);
  });

  it('Host Resources that list only other things contradict the maker’s number', () => {
    expect(decidePrinter(rawOf(`${lines('DX', '1.3.6.1.4.1.1602.4.1')}\n${hrDevice(1, other)}`))).toBe(false);
  });

  it('the printer’s row is the one listed as a printer, else the first one in the printer tables', () => {
    expect(decideDeviceIndex(rawOf(`${hrDevice(1, other)}\n${hrDevice(4, printer)}\n${hrDevice(9, printer)}`))).toBe(
      '4',
    );
    expect(decideDeviceIndex(rawOf('1.3.6.1.2.1.25.3.5.1.2.6|4x|00'))).toBe('6');
    expect(decideDeviceIndex(rawOf('1.3.6.1.2.1.43.5.1.1.17.2|4|N1'))).toBe('2');
    expect(decideDeviceIndex(rawOf(lines('x')))).toBe('1');
  });
});

describe('maker, model and firmware from descriptions', () => {
  const head = {
    observedAt: new Date('2026-01-31T12:00:00Z'),
    collectorName: 'n',
    collectorVersion: 'v',
    address: 'a',
  };
  const read = (text: string) => {
    const { identity, firmware } = toReport(rawOf(text), head);
    const valueOf = (reading: { state: string; value?: unknown } | undefined) => reading?.value;
    return [valueOf(identity.manufacturer), valueOf(identity.model), valueOf(firmware?.system)];
  };

  it.each([
    ['RICOH MP 3999 1.09 / RICOH Network Printer C model / RICOH Network Scanner C model', 'Ricoh', 'MP 3999', '1.09'],
    ['FUJI XEROX ApeosPort-IX C9999;ESS1.0.217,IOT 52.54.1', 'Fuji Xerox', 'ApeosPort-IX C9999', '1.0.217'],
    ['HP ETHERNET MULTI-ENVIRONMENT,SN:X,PID:HP LaserJet 9999', 'HP', 'LaserJet 9999', undefined],
    ['HP ETHERNET MULTI-ENVIRONMENT,ROM none,JETDIRECT,JD149', 'HP', undefined, undefined],
    ['OKI OkiLAN 9999 Rev.00.69 Ethernet PrintServer: Attached to MC999 Rev.07.87', 'OKI', 'MC999', '07.87'],
    ['Develop ineo  999', 'Develop', 'ineo 999', undefined],
    ['Brother NC-9999h, Firmware Ver.1.14  (14.11.06)', 'Brother', undefined, '1.14'],
    ['KYOCERA Document Solutions Printing System', 'Kyocera', undefined, undefined],
    ['A thing of 1.2.3', undefined, undefined, undefined],
  ])('%s', (sysDescr, manufacturer, model, system) => {
    expect(read(lines(sysDescr))).toEqual([manufacturer, model, system]);
  });

  it('without a brand in the text the registered maker is used', () => {
    expect(read(lines('Wired', '1.3.6.1.4.1.10642.1'))[0]).toBe('Zebra');
    expect(read(lines('Wired', '1.3.6.1.4.1.32473.1'))[0]).toBeUndefined();
  });
});
