import { dayMs } from '@platen/contract/constants';
import type { DeviceReport } from '@platen/contract/report';

const colors = ['black', 'cyan', 'magenta', 'yellow'] as const;
const firmwareFields = ['system', 'OS', 'engine', 'scan', 'NIC', 'DF', 'finisher', 'fax1', 'HDD'] as const;

const measured = (value: number) => ({ state: 'measured' as const, value });
const text = (value: string) => ({ state: 'measured' as const, value });
const snmp = (value: number, source: string, name: string) => ({
  ...measured(value),
  evidence: { protocol: 'snmp' as const, source, name, raw: String(value), rule: 'asReported' as const },
});

/**
 * All that a colour device reports the `round`th time, `perDay` times a day: 40 parts, 25 sensors, 5
 * supplies, storage, firmware, network, and on one day of seven 300 service codes. About 14 KB of JSON.
 */
export function toFullReport(device: number, round: number, start: number, perDay = 1): DeviceReport {
  const day = Math.floor(round / perDay);
  const pages = 100_000 + device * 7 + Math.floor((round * 113) / perDay);
  // A cartridge lasts 80 days.
  const level = 90 - (day % 80);
  const drift = ((device * 31 + round * 17) % 100) / 100;
  return {
    version: '1.0',
    observedAt: new Date(start + (round * dayMs) / perDay + device).toISOString(),
    source: { kind: 'device', name: 'Bench', version: '0.1.0', address: `10.0.${device >> 8}.${device & 255}` },
    site: {
      customerNumber: `C-${device % 400}`,
      customerName: `Customer ${device % 400}`,
      dealerNumber: `D-${device % 20}`,
      dealerName: `Dealer ${device % 20}`,
    },
    identity: {
      serial: text(`BENCH${device}`),
      enterprise: 1347,
      manufacturer: text('Bench'),
      model: text(`MFP ${3000 + (device % 20) * 25}`),
    },
    status: {
      hrDeviceStatus: 'running',
      hrPrinterStatus: 'idle',
      detectedErrorStateHex: (device + round) % 9 === 0 ? '20' : '00',
      detectedErrors: (device + round) % 9 === 0 ? ['lowToner'] : [],
      alerts: [],
    },
    counters: {
      total: { unit: 'impressions', reading: snmp(pages, '1.3.6.1.2.1.43.10.2.1.4.1.1', 'prtMarkerLifeCount.1.1') },
      color: { unit: 'impressions', reading: measured(Math.floor(pages * 0.4)) },
      black: { unit: 'impressions', reading: measured(pages - Math.floor(pages * 0.4)) },
      scanLarge: { unit: 'sides', reading: measured(day) },
      scanSmall: { unit: 'sides', reading: measured(day * 40 + device) },
      paperSources: Object.fromEntries(
        (['ADF', 'bypass', 'CST1', 'CST2', 'CST3', 'CST4', 'ADU'] as const).map((source, place) => [
          source,
          { unit: 'sheets' as const, reading: measured(Math.floor(pages / (place + 2))) },
        ]),
      ),
    },
    supplies: [
      ...colors.map((color, place) => ({
        index: `1.${place + 1}`,
        description: `${color} toner`,
        class: 'supplyThatIsConsumed' as const,
        type: 'toner',
        tonerColor: color,
        capacity: measured(100),
        level: measured(level - place),
        percent: snmp(level - place, `1.3.6.1.2.1.43.11.1.1.9.1.${place + 1}`, `prtMarkerSuppliesLevel.1.${place + 1}`),
      })),
      {
        index: '1.5',
        description: 'Waste toner',
        class: 'receptacleThatIsFilled',
        type: 'wasteToner',
        percent: { state: 'someRemaining' },
      },
    ],
    inputs: [1, 2, 3, 4].map((place) => ({
      index: `1.${place}`,
      name: `Tray ${place}`,
      percent: { state: 'someRemaining' as const },
    })),
    parts: Array.from({ length: 40 }, (_, place) => ({
      partsCode: String(6200 + place * 7),
      pages: measured(pages + place * 100),
      driveHours: measured(Math.round(pages / 9 + place) / 10),
      rotations: measured(pages * 3 + place),
      lifePages: measured(120_000 + place * 1000),
      consumedLife: measured(Math.round((pages / (120_000 + place * 1000)) * 1000) / 10),
    })),
    firmware: Object.fromEntries(
      firmwareFields.map((field, place) => [field, text(`T${1000 + (device % 50)}.${place}`)]),
    ),
    network: {
      interfaces: [
        {
          ipAddress: text(`10.0.${device >> 8}.${device & 255}`),
          subnetMask: text('255.255.0.0'),
          defaultGateway: text('10.0.0.1'),
        },
      ],
      hostName: text(`mfp-${device}`),
    },
    ...((device + day) % 7 === 0 &&
      round % perDay === 0 && {
        codes: {
          code05: Array.from({ length: 200 }, (_, main) => ({
            main: 2000 + main,
            sub: main % 3,
            value: String((main * device) % 256),
          })),
          code08: Array.from({ length: 100 }, (_, main) => ({ main: 3000 + main, sub: 0, value: String(main % 9) })),
        },
      }),
    sensors: [
      ...(
        ['autoTonerSensor', 'imageQualitySensor', 'chargingVoltage', 'pixelCount', 'polygonalMotorCount'] as const
      ).flatMap((name) =>
        colors.map((color) => ({ name, color, reading: measured(Math.round((200 + drift * 30) * 100) / 100) })),
      ),
      { name: 'fuserWarmUp', reading: measured(20 + drift) },
      { name: 'secondTransferVoltage', reading: measured(Math.round(1800 - drift * 200)) },
      { name: 'countCE20', reading: measured(day) },
      { name: 'feedRetries.CST1', reading: measured(day * 2) },
      { name: 'feedRetries.CST2', reading: measured(day) },
    ],
    storage: [
      {
        sataPort: 0,
        type: 'HDD',
        smart: { '5': 0, '187': 0, '188': day, '197': 0, '198': 0 },
        selfTestRunning: false,
      },
    ],
  };
}

/**
 * Which share of a report's text stands in sections that are otherwise a day later (0 to 1). As of real
 * devices: counters, supplies, parts, sensors and storage change daily, the status now and then; firmware,
 * network, codes, trays and identity do not.
 */
export function changingShare(start: number): number {
  let [all, changed] = [0, 0];
  for (let device = 0; device < 63; device++) {
    const later = new Map(
      Object.entries(toFullReport(device, 1, start)).map(([name, body]) => [name, JSON.stringify(body)]),
    );
    for (const [name, body] of Object.entries(toFullReport(device, 0, start))) {
      const text = JSON.stringify(body);
      all += text.length;
      if (later.has(name) && later.get(name) !== text) changed += text.length;
    }
  }
  return changed / all;
}
