import { writeFile } from 'node:fs/promises';
import { encodeMessage } from '../ipp/encode.ts';
import { groupTags, type IppAttribute } from '../ipp/message.ts';
import { readIpp } from '../ipp/read-ipp.ts';
import { toIppLayer } from '../normalise/ipp/ipp-layer.ts';
import { toReportOf, toSnmpLayers } from '../normalise/to-report.ts';
import { SettingsError, toErrorText } from '../platform/errors.ts';
import { toRawReading, toRecordingLine } from '../recording/recording.ts';
import { defaultLimits, type WalkedTrees, walkTrees } from '../recording/walk-trees.ts';
import type { Sent } from '../redact/find-secrets.ts';
import { redact } from '../redact/redact-recording.ts';
import type { Target } from '../settings/targets.ts';
import type { Access } from '../snmp/access.ts';
import { printerMib } from '../snmp/objects.ts';
import { openDevice } from '../snmp/open.ts';
import { openTransport, readEndpoint } from '../snmp/transport.ts';
import { exitCode } from './command-line.ts';
import type { Surroundings } from './surroundings.ts';

export interface WalkOptions {
  target: Target;
  access: readonly Access[];
  /** Undefined: the device is not read over IPP. */
  ippPort: number | undefined;
  deadlineMs: number;
  timeoutMs: number;
  retries: number;
  /** File of the recording; the IPP attributes go to a second file with the extension `.ipp`. */
  out: string;
  version: string;
}

/** Saves the objects of a device, redacted. Resolves to the exit code. */
export async function runWalk(options: WalkOptions, surroundings: Surroundings): Promise<number> {
  const { stdout, stderr } = surroundings;
  const deadline = performance.now() + options.deadlineMs;
  const endpoint = await readEndpoint(options.target.host, options.target.port).catch((error: unknown) => {
    throw new SettingsError(`${options.target.host}: ${toErrorText(error)}`);
  });
  const [walked, attributes] = await Promise.all([
    readObjects(options, endpoint, deadline, surroundings),
    readAttributes(options, endpoint.address, deadline),
  ]);
  if (walked.objects.size === 0 && attributes.length === 0) {
    stderr.write(`nothing saved: ${walked.notes.join('; ')}\n`);
    return exitCode.waiting;
  }
  await save(options, { objects: walked.objects, attributes }, walked.notes, surroundings);
  for (const note of walked.notes) stderr.write(`incomplete: ${note}\n`);
  stdout.write(
    'Serials, addresses, names and locations are replaced by placeholders. Check the file before you send it: objects of the maker may hold more.\n',
  );
  return walked.notes.length === 0 ? exitCode.done : exitCode.waiting;
}

async function readObjects(
  { access, timeoutMs, retries }: WalkOptions,
  endpoint: Awaited<ReturnType<typeof readEndpoint>>,
  deadline: number,
  { stderr }: Surroundings,
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
      stderr.write(`${objects} objects\n`);
    });
  } finally {
    transport.close();
  }
}

async function readAttributes(
  { ippPort, timeoutMs }: WalkOptions,
  host: string,
  deadline: number,
): Promise<readonly IppAttribute[]> {
  if (ippPort === undefined) return [];
  const outcome = await readIpp({ host, port: ippPort, connectMs: timeoutMs, answerMs: 15_000, deadline });
  return outcome.kind === 'read' ? outcome.reading.attributes : [];
}

async function save(
  options: WalkOptions,
  sent: Sent,
  notes: readonly string[],
  { stdout }: Surroundings,
): Promise<void> {
  const { version, out } = options;
  const head = { observedAt: new Date(), collectorName: 'walk', collectorVersion: version, address: '' };
  const layers = [
    ...(sent.objects.size === 0 ? [] : toSnmpLayers(toRawReading(sent.objects))),
    ...(sent.attributes.length === 0 ? [] : [toIppLayer(sent.attributes)]),
  ];
  const { objects, attributes } = redact(sent, toReportOf(layers, head), toKnownSecrets(options.access));
  const lines = [...objects].flatMap(([oid, value]) => toRecordingLine(oid, value) ?? []);
  if (lines.length > 0) {
    const remarks = [`# Platen ${version}, redacted`, ...notes.map((note) => `# incomplete: ${note}`)];
    await writeNew(out, `${[...remarks, ...lines].join('\n')}\n`);
    stdout.write(`${out}: ${lines.length} objects\n`);
  }
  if (attributes.length > 0) {
    const ippFile = `${out.replace(/\.snmprec$/, '')}.ipp`;
    const group = { tag: groupTags.printer, attributes: [...attributes] };
    await writeNew(ippFile, encodeMessage({ version: { major: 2, minor: 0 }, code: 0, requestId: 1, groups: [group] }));
    stdout.write(`${ippFile}: ${attributes.length} attributes\n`);
  }
}

/** Credentials of the access: the device may store them among its own objects. */
const toKnownSecrets = (access: readonly Access[]): string[] =>
  access.flatMap((way) =>
    way.kind === 'community'
      ? [way.community]
      : [way.userName, way.contextName, way.auth?.password.reveal() ?? '', way.priv?.password.reveal() ?? ''],
  );

/** Readable for its owner only; existing files are not overwritten. */
async function writeNew(path: string, content: string | Uint8Array): Promise<void> {
  await writeFile(path, content, { mode: 0o600, flag: 'wx' }).catch((error: unknown) => {
    throw new SettingsError(`${path}: ${toErrorText(error)}`);
  });
}
