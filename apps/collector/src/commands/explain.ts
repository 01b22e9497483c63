import { readFile, stat } from 'node:fs/promises';
import type { DeviceReport } from '@platen/contract/report';
import { type Explained, explainReport, toExplainedText } from '../explain/explain-report.ts';
import { decodeMessage } from '../ipp/decode.ts';
import { groupTags } from '../ipp/message.ts';
import { decidePrinter } from '../normalise/decide-printer.ts';
import { toIppLayer } from '../normalise/ipp/ipp-layer.ts';
import { toReport, toReportOf } from '../normalise/to-report.ts';
import { SettingsError, toErrorText } from '../platform/errors.ts';
import { parseRecording, recordingLimit, toRawReading } from '../recording/recording.ts';
import { exitCode } from './command-line.ts';
import type { Surroundings } from './surroundings.ts';

interface Explanation {
  report: DeviceReport;
  lines: Explained[];
  isPrinter: boolean;
  /** Contents of the file, as text. */
  held: string;
}

/**
 * Shows how a recording would be read. Resolves to the exit code; throws `SettingsError` if the file is no
 * recording.
 */
export async function explainFile(
  path: string,
  version: string,
  asJson: boolean,
  { stdout, stderr }: Surroundings,
): Promise<number> {
  const bytes = await readBounded(path);
  const head = { observedAt: new Date(), collectorName: 'explain', collectorVersion: version, address: '' };
  const { report, lines, isPrinter, held } = path.endsWith('.ipp')
    ? explainIpp(bytes, path, head)
    : explainSnmp(bytes, path, head);
  if (asJson) stdout.write(`${JSON.stringify({ file: path, held, isPrinter, values: lines, report }, null, 2)}\n`);
  else {
    stdout.write(`${toExplainedText(lines)}\n\n${held}; ${lines.length} values\n`);
    if (!isPrinter) stderr.write('this is not recognised as a printer: it would not be reported\n');
  }
  return isPrinter ? exitCode.done : exitCode.waiting;
}

type Head = Parameters<typeof toReport>[1];

function explainSnmp(bytes: Buffer, path: string, head: Head): Explanation {
  const { objects, skipped } = parseRecording(bytes.toString('latin1'));
  if (objects.size === 0) throw new SettingsError(`${path}: no recording: no line has the form OID|TAG|VALUE`);
  const raw = toRawReading(objects);
  const report = toReport(raw, head);
  const held = `${objects.size} objects${skipped > 0 ? `, ${skipped} lines without an object` : ''}`;
  return { report, lines: explainReport(report, objects), isPrinter: decidePrinter(raw), held };
}

function explainIpp(bytes: Buffer, path: string, head: Head): Explanation {
  const decoded = decodeMessage(bytes);
  if (!decoded.ok) throw new SettingsError(`${path}: no IPP message: ${decoded.reason}`);
  const attributes = decoded.message.groups
    .filter(({ tag }) => tag === groupTags.printer)
    .flatMap((group) => group.attributes);
  const report = toReportOf([toIppLayer(attributes)], head);
  return {
    report,
    lines: explainReport(report, new Map()),
    isPrinter: attributes.length > 0,
    held: `${attributes.length} attributes of a printer`,
  };
}

async function readBounded(path: string): Promise<Buffer> {
  try {
    const { size } = await stat(path);
    if (size > recordingLimit) throw new SettingsError(`${path}: too long for a recording (${size} octets)`);
    return await readFile(path);
  } catch (error) {
    if (error instanceof SettingsError) throw error;
    throw new SettingsError(`${path}: ${toErrorText(error)}`);
  }
}
