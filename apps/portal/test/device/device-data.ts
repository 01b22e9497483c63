import type { DeviceProfile, EvidenceEntry, NicAnswer, readFirmware } from '@platen/contract/details';
import type { AnswerOf } from '@platen/contract/endpoint';

export const deviceId = '0193e0a0-0000-7000-8000-000000000001';
const minutes = (count: number) => new Date(Date.now() - count * 60_000).toISOString();

/** A colour device that reports nearly everything, with a jam open. */
export const richProfile = (): DeviceProfile => ({
  deviceId,
  serial: 'CKL248117',
  model: 'MFP 4525C',
  processedAt: minutes(490),
  updatedAt: minutes(18),
  unpackingDate: '2021-03-18',
  series: 'SHASTA3',
  failurePredictions: [
    { component: 'fuser', messageId: '10101001' },
    { component: 'feedRoller', messageId: '10301001' },
  ],
  counter: { total: 1_284_306, AMP: 14_820, colorRate: 38.4 },
  options: { DF: 'DSDF', finisher: 'Saddle stitch finisher', fax: null },
  nRecommendedReplaceParts: 3,
  fwVersions: ['S310SY0J1650', 'S310EN0J1210'],
  predictedAt: minutes(490),
  errorCounters: { jamDF: 4, jamPrint: 33, jamFinisher: 2, serviceCall: 2, other: 0 },
  toner: { yellow: 58, magenta: 7, cyan: 41, black: 34, eBlue: null },
  status: 'error',
  statusReasons: [
    { source: 'deviceCode', code: 'E010', severity: 'error', since: minutes(39) },
    { source: 'detectedError', code: 'jammed', severity: 'error', since: minutes(39) },
    { source: 'supply', code: 'magenta', severity: 'warning' },
  ],
  customerNumber: 'C-20481',
  customerName: 'Harbour & Vale Solicitors',
  description: '2nd floor',
  dealerNumber: 'D-114',
  dealerName: 'Brightwater Office Systems',
  counterUnit: 'impressions',
  pages: { color: 492_906, black: 791_400 },
  history: { days: 214, neededDays: 14 },
  tonerReadings: {
    black: { percent: 34, state: 'measured' },
    yellow: { percent: 58, state: 'measured' },
    magenta: { percent: 7, state: 'measured', coarse: true },
    cyan: { percent: 41, state: 'measured' },
    eBlue: { percent: null, state: 'unknown' },
  },
  supplies: [
    { description: 'Drum K', type: 'opc', class: 'supplyThatIsConsumed', percent: 61, state: 'measured' },
    { description: 'Drum YMC', type: 'opc', class: 'supplyThatIsConsumed', percent: 74, state: 'measured' },
    {
      description: 'Waste toner box',
      type: 'wasteToner',
      class: 'receptacleThatIsFilled',
      percent: 12,
      state: 'measured',
    },
    { description: 'Fuser unit', type: 'fuser', class: 'supplyThatIsConsumed', percent: null, state: 'someRemaining' },
    { description: null, type: 'staples', class: 'supplyThatIsConsumed', percent: null, state: 'unknown' },
  ],
  network: { ipAddress: '10.24.18.61', macAddress: '00:80:91:B4:1C:7E' },
  collector: { name: 'Collector 03', observedAt: minutes(18), receivedAt: minutes(17) },
});

/** A device that reports next to nothing. */
export const poorProfile = (): DeviceProfile => ({
  deviceId,
  serial: null,
  model: null,
  processedAt: null,
  updatedAt: minutes(5),
  unpackingDate: '0000-00-00',
  series: null,
  failurePredictions: [],
  counter: { total: null, AMP: null, colorRate: null },
  options: { DF: null, finisher: null, fax: null },
  nRecommendedReplaceParts: null,
  fwVersions: [],
  errorCounters: { jamDF: null, jamPrint: null, jamFinisher: null, serviceCall: null, other: null },
  toner: { yellow: null, magenta: null, cyan: null, black: null, eBlue: null },
  status: 'unknown',
  statusReasons: [{ source: 'notReported', code: '', severity: 'info' }],
  counterUnit: null,
  history: { days: 3, neededDays: 14 },
});

/** Silent for more than three weeks. */
export const offlineProfile = (): DeviceProfile => ({
  ...richProfile(),
  status: 'offline',
  statusReasons: [
    { source: 'noReport', code: '556', severity: 'info' },
    { source: 'alert', code: '808', severity: 'warning', text: 'Load plain A4 in tray 2 {10104}' },
  ],
  updatedAt: minutes(556 * 60),
});

const entry = (name: string, raw: string, more: Partial<EvidenceEntry> = {}): EvidenceEntry => ({
  protocol: 'snmp',
  source: '1.3.6.1.2.1.43.10.2.1.4.1.1',
  name,
  raw,
  rule: 'asReported',
  observedAt: minutes(18),
  receivedAt: minutes(17),
  collector: 'Collector 03',
  ...more,
});

export const evidence = (): { evidence: Record<string, EvidenceEntry> } => ({
  evidence: {
    'counter.total': entry('prtMarkerLifeCount.1.1', '1284306', {
      also: [{ source: '1.3.6.1.2.1.43.10.2.1.3.1.1', name: 'prtMarkerCounterUnit.1.1', raw: '7' }],
    }),
    'toner.black': entry('prtMarkerSuppliesLevel.1.1', '2380', { rule: 'levelOverCapacity' }),
    'toner.eBlue': entry('prtMarkerSuppliesLevel.1.5', '-2', { rule: 'levelState' }),
    'firmware.system': entry('fwVersions[0]', 'S310SY0J1650', {
      protocol: 'report',
      source: 'firmware.system',
      collector: null,
    }),
    'network.nic_1st.ipAddress': entry('ipAdEntAddr', '10.24.18.61'),
  },
});

export const firmware = (): AnswerOf<typeof readFirmware> => ({
  system: 'S310SY0J1650',
  OS: 'V8.2.1',
  engine: 'S310EN0J1210',
  scan: '310S-011',
  NIC: 'N3.14',
  DF: 'DSDF-022',
  finisher: 'FIN-14',
  holePunch: null,
  fax1: null,
  fax2: null,
  HDD: 'HD-1.9',
  PFC: 'PFC-03',
  feed: null,
  LED: null,
});

export const nic = (last: number): NicAnswer => ({
  ipAddress: `10.24.18.${last}`,
  subnetMask: '255.255.255.0',
  defaultGateway: '10.24.18.1',
  primaryDns: '10.24.1.10',
  secondaryDns: null,
  smtpServer: 'mail.harbour-vale.example',
  macAddress: '00:80:91:B4:1C:7E',
});
