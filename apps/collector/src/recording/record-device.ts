import type { IppAttribute } from '../ipp/message.ts';
import { readIpp } from '../ipp/read-ipp.ts';
import { toIppLayer } from '../normalise/ipp/ipp-layer.ts';
import { toReportOf, toSnmpLayers } from '../normalise/to-report.ts';
import { redact } from '../redact/redact-recording.ts';
import type { Target } from '../settings/targets.ts';
import type { Access } from '../snmp/access.ts';
import { printerMib } from '../snmp/objects.ts';
import { openDevice } from '../snmp/open.ts';
import { openTransport, readEndpoint } from '../snmp/transport.ts';
import { toRawReading, toRecordingLine } from './recording.ts';
import { defaultLimits, type WalkedTrees, walkTrees } from './walk-trees.ts';

export interface RecordOptions {
  target: Target;
  access: readonly Access[];
  /** Undefined: the device is not read over IPP. */
  ippPort: number | undefined;
  deadlineMs: number;
  timeoutMs: number;
  retries: number;
  version: string;
  /** Receives the number of objects from time to time. */
  onProgress?: (objects: number) => void;
}

/** A redacted recording: lines of the SNMP part, none if it has none; `notes`: what is missing, and why. */
export interface DeviceRecording {
  lines: readonly string[];
  attributes: readonly IppAttribute[];
  notes: readonly string[];
}

/** Records the objects of a device and its IPP attributes, redacted. Throws if its name does not resolve. */
export async function recordDevice(options: RecordOptions): Promise<DeviceRecording> {
  const deadline = performance.now() + options.deadlineMs;
  const endpoint = await readEndpoint(options.target.host, options.target.port);
  const [walked, attributes] = await Promise.all([
    readObjects(options, endpoint, deadline),
    readAttributes(options, endpoint.address, deadline),
  ]);
  if (walked.objects.size === 0 && attributes.length === 0) return { lines: [], attributes: [], notes: walked.notes };
  const { version } = options;
  const head = { observedAt: new Date(), collectorName: 'walk', collectorVersion: version, address: '' };
  const layers = [
    ...(walked.objects.size === 0 ? [] : toSnmpLayers(toRawReading(walked.objects))),
    ...(attributes.length === 0 ? [] : [toIppLayer(attributes)]),
  ];
  const sent = { objects: walked.objects, attributes };
  const clean = redact(sent, toReportOf(layers, head), toKnownSecrets(options.access));
  const lines = [...clean.objects].flatMap(([oid, value]) => toRecordingLine(oid, value) ?? []);
  const remarks = [`# Platen ${version}, redacted`, ...walked.notes.map((note) => `# incomplete: ${note}`)];
  return {
    lines: lines.length === 0 ? [] : [...remarks, ...lines],
    attributes: clean.attributes,
    notes: walked.notes,
  };
}

async function readObjects(
  { access, timeoutMs, retries, onProgress }: RecordOptions,
  endpoint: Awaited<ReturnType<typeof readEndpoint>>,
  deadline: number,
): Promise<WalkedTrees> {
  const transport = openTransport();
  try {
    const opened = await openDevice(
      { transport, endpoint, access, timeoutMs, retries, deadline },
      // The Printer-MIB too: if it is missing, SNMPv3 tries another context.
      { kind: 'getNext', oids: ['1.3.6.1.2.1.1', printerMib] },
    );
    if (opened.kind !== 'open') return { objects: new Map(), notes: [opened.reason] };
    let lastAt = performance.now();
    return await walkTrees(opened.session, defaultLimits, (objects) => {
      if (performance.now() - lastAt < 2000) return;
      lastAt = performance.now();
      onProgress?.(objects);
    });
  } finally {
    transport.close();
  }
}

async function readAttributes(
  { ippPort, timeoutMs }: RecordOptions,
  host: string,
  deadline: number,
): Promise<readonly IppAttribute[]> {
  if (ippPort === undefined) return [];
  const outcome = await readIpp({ host, port: ippPort, connectMs: timeoutMs, answerMs: 15_000, deadline });
  return outcome.kind === 'read' ? outcome.reading.attributes : [];
}

/** Credentials of the access: the device may store them among its own objects. */
export const toKnownSecrets = (access: readonly Access[]): string[] =>
  access.flatMap((way) =>
    way.kind === 'community'
      ? [way.community]
      : [way.userName, way.contextName, way.auth?.password.reveal() ?? '', way.priv?.password.reveal() ?? ''],
  );
