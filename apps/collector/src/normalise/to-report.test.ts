import { parseReport } from '@platen/contract/parse-report';
import { describe, expect, it } from 'vitest';
import { rawOf, rawRecording } from '../../test/raw.ts';
import { toReport } from './to-report.ts';

const head = {
  observedAt: new Date('2026-01-31T12:00:00Z'),
  collectorName: 'test',
  collectorVersion: '0.0.0',
  address: '192.0.2.45',
};
const colour = toReport(rawRecording('colour-a3'), head);
const tandem = toReport(rawRecording('tandem-mono'), head);

describe('identity', () => {
  it('comes from the printer among the listed devices, by serial and hardware address, never by network address', () => {
    const { identity } = colour;
    expect(identity.serial).toMatchObject({
      value: 'NW-0000-4711',
      evidence: { source: '1.3.6.1.2.1.43.5.1.1.17.7', name: 'prtGeneralSerialNumber.7', raw: 'NW-0000-4711  ' },
    });
    expect(identity.macAddresses).toEqual(['00:00:5E:00:53:A1']);
    expect(identity.hrDeviceDescr).toMatchObject({ value: 'Northwind Colour MFP 4500' });
    expect(identity.printerName).toMatchObject({ value: 'Küchendruch', evidence: { rule: 'textDecoded' } });
    expect(identity.sysUpTimeTicks).toMatchObject({ value: 4_000_000_000 });
    expect(identity.enterprise).toBe(32_473);
    expect(JSON.stringify(identity)).not.toContain('192.0.2.45');
  });

  it('an empty text and a serial of zeros are unknown, with the raw value', () => {
    expect(colour.identity.sysLocation).toMatchObject({ state: 'unknown', evidence: { raw: '' } });
    expect(tandem.identity.serial).toMatchObject({ state: 'unknown', evidence: { raw: '000000000' } });
    expect(tandem.identity.macAddresses).toEqual(['00:00:5E:00:53:01']);
  });

  it('the brand on the front wins over the builder, and both stay visible', () => {
    const lines = '1.3.6.1.2.1.1.1.0|4|TOSHIBA e-STUDIO1CS version A1.2\n1.3.6.1.2.1.1.2.0|6|1.3.6.1.4.1.641.52.7';
    const { manufacturer, model } = toReport(rawOf(lines), head).identity;
    const also = [{ source: '1.3.6.1.2.1.1.2.0', name: 'sysObjectID.0', raw: '1.3.6.1.4.1.641.52.7' }];
    expect(manufacturer).toMatchObject({ value: 'Toshiba TEC', evidence: { rule: 'fromDescription', also } });
    expect(model).toMatchObject({ value: 'e-STUDIO1CS' });
  });
});

describe('up-time', () => {
  const upTimeOf = (ticks: number) => toReport(rawOf(`1.3.6.1.2.1.1.3.0|67|${ticks}`), head).identity.sysUpTimeTicks;

  it('the seconds since 1970 are no up-time', () => {
    const now = head.observedAt.getTime() / 1000;
    expect(upTimeOf(now)).toMatchObject({ state: 'unknown', evidence: { raw: String(now) } });
    expect(upTimeOf(now - 10_000_000)).toMatchObject({ state: 'measured', value: now - 10_000_000 });
  });
});

describe('status', () => {
  it('an alert of undefined severity, as sleeping printers send it, has none', () => {
    const alert =
      '1.3.6.1.2.1.43.18.1.1.2.1.1|2|0\n1.3.6.1.2.1.43.18.1.1.7.1.1|2|1\n1.3.6.1.2.1.43.18.1.1.8.1.1|4|Sleep';
    expect(toReport(rawOf(alert), head).status?.alerts).toEqual([{ index: '1.1', code: 1, description: 'Sleep' }]);
  });

  it('has the error bits from the octets, most significant first, of any length', () => {
    expect(colour.status).toMatchObject({
      hrDeviceStatus: 'down',
      hrPrinterStatus: 'other',
      detectedErrorStateHex: '06c280',
      detectedErrors: ['jammed', 'offline', 'inputTrayMissing', 'outputTrayMissing', 'overduePreventMaint', 'bit16'],
      consoleText: 'Paper jam\nOpen front cover',
    });
    expect(colour.status?.evidence?.detectedErrors).toMatchObject({ raw: '0x06c280', rule: 'bitsFromMostSignificant' });
    expect(tandem.status?.detectedErrors).toEqual(['bit15', 'bit16']);
  });

  it('has all alerts with their numbers as read', () => {
    expect(colour.status?.alerts).toEqual([
      {
        index: '7.3',
        severity: 3,
        trainingLevel: 4,
        group: 6,
        groupIndex: 1,
        location: -2,
        code: 3,
        description: 'Cover open',
        timeTicks: 260_405_424,
      },
      { index: '7.1402', severity: 4, group: 11, groupIndex: -1, code: 1104, description: '' },
    ]);
  });
});

describe('supplies', () => {
  const supply = (index: string) => colour.supplies?.find((item) => item.index === index);

  it('remain separate, with names as in RFC 3805', () => {
    expect(supply('7.1')).toMatchObject({
      class: 'supplyThatIsConsumed',
      type: 'tonerCartridge',
      unit: 'percent',
      colorant: 'cyan',
      tonerColor: 'cyan',
    });
    expect(supply('7.3')).toMatchObject({ class: 'receptacleThatIsFilled', type: 'wasteToner', unit: 'tenthsOfGrams' });
    expect(supply('7.6')).toMatchObject({ class: 'other', type: '99', description: 'Pressure roll' });
    expect(colour.supplies?.filter((item) => item.tonerColor === 'black').map((item) => item.index)).toEqual([
      '7.30',
      '7.31',
    ]);
  });

  it('a receptacle’s percentage is its free space', () => {
    expect(supply('7.3')?.percent).toMatchObject({ state: 'measured', value: 95 });
  });

  it('have a percentage only if level and capacity are known and agree', () => {
    const states = colour.supplies?.map((item) => [
      item.index,
      item.level?.state,
      item.capacity?.state,
      item.percent.state,
    ]);
    expect(states).toEqual([
      ['7.1', 'measured', 'measured', 'measured'],
      ['7.2', 'someRemaining', 'measured', 'someRemaining'],
      ['7.3', 'measured', 'measured', 'measured'],
      ['7.4', 'measured', 'unknown', 'unknown'],
      ['7.5', 'measured', 'measured', 'unknown'],
      ['7.6', 'notRestricted', 'notRestricted', 'notRestricted'],
      ['7.30', 'unknown', 'measured', 'unknown'],
      ['7.31', 'measured', 'measured', 'unknown'],
    ]);
    expect(supply('7.1')?.percent.evidence).toEqual({
      protocol: 'snmp',
      source: '1.3.6.1.2.1.43.11.1.1.9.7.1',
      name: 'prtMarkerSuppliesLevel.7.1',
      raw: '36',
      rule: 'levelOverCapacity',
      also: [{ source: '1.3.6.1.2.1.43.11.1.1.8.7.1', name: 'prtMarkerSuppliesMaxCapacity.7.1', raw: '100' }],
    });
  });
});

describe('counters', () => {
  it('one marker’s count is the total, in its unit', () => {
    expect(colour.counters?.total).toMatchObject({ unit: 'impressions', reading: { value: 4_294_967_292 } });
    expect(colour.counters?.markers).toMatchObject([
      { index: '7.1', powerOnCount: { value: 12 }, markTech: 'electrophotographicLaser' },
    ]);
  });

  it('several are added if they count in one unit, and the evidence shows it', () => {
    expect(tandem.counters?.total).toMatchObject({
      unit: 'sheets',
      reading: { value: 1234, evidence: { rule: 'sumOfMarkers' } },
    });
  });

  const markers = (units: readonly (number | string)[]) =>
    units
      .map((unit, i) => `1.3.6.1.2.1.43.10.2.1.3.1.${i + 1}|2|${unit}\n1.3.6.1.2.1.43.10.2.1.4.1.${i + 1}|65|10`)
      .join('\n');
  const totalOf = (lines: string) => toReport(rawOf(lines), head).counters?.total;

  it('sheets and impressions are never mixed, and a length is no count of pages', () => {
    expect(totalOf(markers([7, 8]))).toBeUndefined();
    expect(totalOf(markers([17]))).toBeUndefined();
    expect(totalOf(markers([7, 7]))).toMatchObject({ reading: { value: 20 } });
  });

  it('colour planes of one engine are not added up', () => {
    const planes = '1.3.6.1.2.1.43.12.1.1.2.1.1|2|1\n1.3.6.1.2.1.43.12.1.1.2.1.2|2|2';
    expect(totalOf(`${markers([7, 7])}\n${planes}`)).toBeUndefined();
  });

  it.each(['65|4294967295', '66|4294967294', '2|4294967293', '70|18446744073709551614'])(
    'a negative number in an unsigned variable is no count: %s',
    (value) => {
      const sent = `1.3.6.1.2.1.43.10.2.1.4.1.1|${value}`;
      expect(totalOf(`${sent}\n1.3.6.1.2.1.43.10.2.1.3.1.1|2|7`)).toMatchObject({ reading: { state: 'unknown' } });
    },
  );

  it('levels in unsigned variables are the states they represent', () => {
    const supply = (level: string) =>
      `1.3.6.1.2.1.43.11.1.1.5.1.1|2|3\n1.3.6.1.2.1.43.11.1.1.8.1.1|66|4294967294\n1.3.6.1.2.1.43.11.1.1.9.1.1|${level}`;
    const levelOf = (level: string) => toReport(rawOf(supply(level)), head).supplies?.[0]?.percent.state;
    expect(['66|4294967295', '66|4294967294', '65|4294967293'].map(levelOf)).toEqual([
      'notRestricted',
      'unknown',
      'someRemaining',
    ]);
  });

  it('a count without a unit has the unit unknown', () => {
    expect(totalOf('1.3.6.1.2.1.43.10.2.1.4.1.1|65|33810')).toMatchObject({
      unit: 'unknown',
      reading: { value: 33_810 },
    });
  });
});

describe('trays, covers, network, firmware', () => {
  it('trays follow the rules of supplies, covers have their names', () => {
    expect(colour.inputs).toMatchObject([
      {
        index: '7.1',
        name: 'Tray 1',
        description: 'Upper tray',
        type: 'sheetFeedAutoRemovableTray',
        unit: 'sheets',
        percent: { value: 32.9 },
      },
      { index: '7.2', name: 'Bypass', media: '', type: 'sheetFeedManual', percent: { state: 'someRemaining' } },
    ]);
    expect(colour.covers).toEqual([
      { index: '7.1', description: 'Front cover', status: 'coverOpen' },
      { index: '7.2', description: 'カバー', status: 'interlockClosed' },
    ]);
  });

  it('the network card has address, mask, default route and hardware address; the loopback is left out', () => {
    expect(colour.network?.interfaces).toMatchObject([
      {
        ipAddress: { value: '192.0.2.45' },
        subnetMask: { value: '255.255.255.0' },
        defaultGateway: { value: '192.0.2.1', evidence: { source: '1.3.6.1.2.1.4.21.1.7.0.0.0.0' } },
        macAddress: { value: '00:00:5E:00:53:A1', evidence: { rule: 'macAddress' } },
      },
    ]);
    expect(colour.network?.hostName).toMatchObject({ value: 'copy-room-2' });
  });

  it('a firmware version is read only after its label', () => {
    expect(colour.firmware).toMatchObject({ system: { value: '7.12.3' }, engine: { value: '2.04' } });
    expect(tandem.firmware).toMatchObject({ system: { value: '2.10b', evidence: { rule: 'fromDescription' } } });
    expect(toReport(rawOf('1.3.6.1.2.1.1.1.0|4|Contoso 4500 1.2.3'), head).firmware).toBeUndefined();
  });
});

describe('what was not read', () => {
  it('a truncated table is left out, the others remain', () => {
    const { values } = rawRecording('colour-a3');
    const complete = new Set(rawRecording('colour-a3').complete);
    complete.delete('supplies');
    complete.delete('addresses');
    complete.delete('alerts');
    const report = toReport({ values, complete, hasPrinterMib: true, notes: [] }, head);
    expect(report.supplies).toBeUndefined();
    expect(report.network).toBeUndefined();
    expect(report.status?.alerts).toBeUndefined();
    expect(report.inputs).toEqual(colour.inputs);
  });

  it('an empty table is left out, but no alerts are good news from a device that counts them', () => {
    const general = '1.3.6.1.2.1.43.5.1.1.17.1|4|N1';
    expect(Object.keys(toReport(rawOf(general), head)).sort()).toEqual(['identity', 'observedAt', 'source', 'version']);
    expect(toReport(rawOf(`${general}\n1.3.6.1.2.1.43.5.1.1.19.1|65|4`), head).status).toEqual({ alerts: [] });
  });

  it('a device without Printer-MIB has no empty tables', () => {
    const report = toReport(rawRecording('identity-only'), head);
    expect(Object.keys(report).sort()).toEqual(['firmware', 'identity', 'observedAt', 'source', 'version']);
  });

  it('every report passes the contract', () => {
    for (const report of [colour, tandem])
      expect(parseReport(JSON.parse(JSON.stringify(report)))).toMatchObject({ ok: true, warnings: [] });
  });
});
