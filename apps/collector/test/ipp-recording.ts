import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { DeviceReport } from '@platen/contract/report';
import { decodeMessage } from '../src/ipp/decode.ts';
import type { IppAttribute, IppGroup, IppMessage, IppValue } from '../src/ipp/message.ts';
import { toIppLayer } from '../src/normalise/ipp/ipp-layer.ts';
import { toReportOf } from '../src/normalise/to-report.ts';

const folder = fileURLToPath(new URL('../../../../shared/data/printers/ipp/', import.meta.url));

/** One entry of the recordings' `expected.json`. */
export interface ExpectedMessage {
  file: string;
  source?: unknown;
  malformed?: string;
  bytes?: number;
  [field: string]: unknown;
}

/** Every recorded message with what a correct reader must find in it. */
export function ippRecordings(): { bytes: Buffer; expected: ExpectedMessage }[] {
  const list = JSON.parse(readFileSync(`${folder}expected.json`, 'utf8')) as ExpectedMessage[];
  return list.map((expected) => ({ bytes: readFileSync(folder + expected.file), expected }));
}

export const ippRecording = (file: string): Buffer => readFileSync(folder + file);

/** A decoded message in the form of `expected.json`. */
export function toExpected(message: IppMessage, bytes: number): Record<string, unknown> {
  const printer = message.groups.find(({ tag }) => tag === 0x04);
  const jobs = message.groups.filter(({ tag }) => tag === 0x02);
  const fields = {
    bytes,
    version: `${message.version.major}.${message.version.minor}`,
    statusCode: hex(message.code, 4),
    requestId: message.requestId,
    groups: message.groups.map(({ tag }) => hex(tag, 2)),
    ...(printer === undefined ? {} : printerFields(printer)),
    ...(jobs.length === 0 ? {} : { jobs: jobs.map(jobFields) }),
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

function printerFields(group: IppGroup): Record<string, unknown> {
  const one = (name: string) => listOf(group, name)[0];
  const list = (name: string) => {
    const values = listOf(group, name);
    return values.length === 0 ? undefined : values;
  };
  const names = listOf(group, 'marker-names');
  const column = (name: string, position: number) => listOf(group, name)[position];
  return {
    attributeCount: group.attributes.length,
    makeAndModel: one('printer-make-and-model'),
    deviceId: one('printer-device-id'),
    firmware: list('printer-firmware-string-version'),
    uuid: one('printer-uuid'),
    location: one('printer-location'),
    state: { 3: 'idle', 4: 'processing', 5: 'stopped' }[Number(one('printer-state'))],
    stateReasons: list('printer-state-reasons'),
    acceptingJobs: one('printer-is-accepting-jobs'),
    upTimeSeconds: one('printer-up-time'),
    queuedJobs: one('queued-job-count'),
    markers: names.map((name, position) => ({
      name,
      type: column('marker-types', position),
      color: column('marker-colors', position),
      level: column('marker-levels', position),
      low: column('marker-low-levels', position),
      high: column('marker-high-levels', position),
    })),
    supply: list('printer-supply'),
    inputTrays: list('printer-input-tray'),
    alerts: list('printer-alert'),
    operations: list('operations-supported'),
  };
}

const jobNames = [
  'job-id',
  'job-name',
  'job-state',
  'job-impressions-completed',
  'job-media-sheets-completed',
] as const;
function jobFields(group: IppGroup): Record<string, unknown> {
  const fields = jobNames.map((name) => [name, listOf(group, name)[0]]);
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
}

const hex = (value: number, digits: number) => `0x${value.toString(16).padStart(digits, '0')}`;
const listOf = (group: IppGroup, name: string) =>
  (group.attributes.find((attribute) => attribute.name === name)?.values ?? []).map(plain);

function plain(value: IppValue | undefined): unknown {
  if (value === undefined) return undefined;
  if ('bytes' in value) return Buffer.from(value.bytes).toString('utf8');
  return 'value' in value ? value.value : undefined;
}

const head = {
  observedAt: new Date('2026-01-31T12:00:00Z'),
  collectorName: 'test',
  collectorVersion: '0.0.0',
  address: '192.0.2.1',
};

/** The report of a device that is read over IPP only. */
export const toReportOfIpp = (attributes: readonly IppAttribute[]): DeviceReport =>
  toReportOf([toIppLayer(attributes)], head);

/** The same from the octets of an answer; throws if they are no answer. */
export function toIppReport(bytes: Uint8Array): DeviceReport {
  const decoded = decodeMessage(bytes);
  if (!decoded.ok) throw new Error(decoded.reason);
  return toReportOfIpp(
    decoded.message.groups.filter(({ tag }) => tag === 0x04).flatMap(({ attributes }) => attributes),
  );
}
