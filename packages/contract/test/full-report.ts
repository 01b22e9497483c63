import { type DeviceReport, deviceReport } from '../src/report.ts';

const level = {
  protocol: 'snmp',
  source: '1.3.6.1.2.1.43.11.1.1.9.1.1',
  name: 'prtMarkerSuppliesLevel.1.1',
  raw: '2380',
  rule: 'levelOverCapacity',
  also: [{ source: '1.3.6.1.2.1.43.11.1.1.8.1.1', name: 'prtMarkerSuppliesMaxCapacity.1.1', raw: '7000' }],
};
const measured = (value: unknown) => ({ state: 'measured', value });

/** A report with every section, as it comes over the wire. */
export const fullReport: DeviceReport = deviceReport.parse({
  version: '1.0',
  observedAt: '2026-11-20T14:02:00.000Z',
  source: { kind: 'collector', name: 'Collector 03', version: '0.1.0', address: '192.0.2.10' },
  site: {
    customerNumber: 'C-7',
    customerName: '東亜物産',
    description: 'Reception',
    dealerNumber: 'D-1',
    dealerName: 'Dealer',
  },
  mustUnderstand: ['status'],
  identity: {
    serial: measured('CKL248117'),
    macAddresses: ['00:80:91:B4:1C:7E'],
    manufacturer: measured('Maker'),
    model: measured('MFP 4525C'),
    series: 'SHASTA3',
    enterprise: 1129,
    sysName: { state: 'notSupported' },
    sysUpTimeTicks: measured(217_539_735),
    unpackingDate: '2021-03-18',
  },
  status: {
    hrDeviceStatus: 'warning',
    hrPrinterStatus: 'idle',
    detectedErrorStateHex: '2000',
    detectedErrors: ['lowToner'],
    alerts: [
      {
        index: '1.4',
        severity: 5,
        group: 11,
        groupIndex: 1,
        location: -2,
        code: 1104,
        description: 'Toner low',
        timeTicks: 7,
      },
    ],
    deviceCode: 'D331',
    consoleText: 'Ready',
    evidence: { detectedErrors: { ...level, rule: 'bitsFromMostSignificant' } },
  },
  counters: {
    total: { unit: 'impressions', reading: measured(1_284_306) },
    color: { unit: 'impressions', reading: { state: 'unknown' } },
    labelled: [{ label: 'Duplex', unit: 'unknown', reading: measured(41_020) }],
    paperSources: { CST1: { unit: 'sheets', reading: measured(3) } },
    markers: [
      { index: '1.1', unit: 'impressions', lifeCount: measured(1_284_306), markTech: 'electrophotographicLaser' },
    ],
  },
  supplies: [
    {
      index: '1.1',
      description: 'Black Toner',
      class: 'supplyThatIsConsumed',
      type: 'toner',
      colorant: 'black',
      tonerColor: 'black',
      capacity: measured(7000),
      level: measured(2380),
      percent: { ...measured(34), evidence: level },
      coarse: false,
    },
    {
      index: '1.2',
      description: 'Waste',
      class: 'receptacleThatIsFilled',
      type: 'wasteToner',
      percent: { state: 'someRemaining' },
    },
  ],
  inputs: [
    {
      index: '1.1',
      name: 'Drawer 1',
      capacity: measured(550),
      level: measured(55),
      percent: measured(10),
      size: { feedMm: 297, crossMm: 210 },
      status: { availability: 'broken', alert: 'critical', offline: true },
    },
  ],
  covers: [{ index: '1.1', description: 'Front', status: 'coverClosed' }],
  paperPath: {
    outputs: [{ index: '1.1', name: 'Inner bin', type: 'unRemovableBin', percent: measured(80), status: {} }],
    mediaReady: ['iso_a4_210x297mm'],
  },
  parts: [{ partsCode: '6250', pages: measured(10), driveHours: measured(1.5), replacedAt: '2024-06-02T00:00:00Z' }],
  firmware: { system: measured('S310SY0J1650'), fax1: { state: 'notSupported' } },
  network: {
    interfaces: [{ ipAddress: measured('192.0.2.10'), macAddress: measured('00:80:91:B4:1C:7E') }],
    links: [{ name: 'eth0', operStatus: 'up' }],
  },
  options: { DF: measured('DSDF') },
  codes: { code05: [{ main: 2092, sub: 0, value: '219' }], code13: [{ main: 100, value: '1' }] },
  errors: [{ code: 'E551', occurredAt: '2026-11-19T01:02:03Z', counter: 9, conditions: { paperSource: '3' } }],
  sensors: [{ name: 'humidity', unit: '%', reading: measured(40.5) }],
  storage: [{ sataPort: 0, type: 'SSD', smart: { '5': 0 }, wearPercent: measured(12), selfTestRunning: false }],
});

/** Head of a report without sections. */
export const head = {
  version: '1.0',
  observedAt: '2026-11-20T14:02:00Z',
  source: { kind: 'device', name: 'MFP', version: '1' },
  identity: {},
};
