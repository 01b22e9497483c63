import { writeFile } from 'node:fs/promises';
import { encodeMessage } from '../ipp/encode.ts';
import { groupTags } from '../ipp/message.ts';
import { SettingsError, toErrorText } from '../platform/errors.ts';
import { type RecordOptions, recordDevice } from '../recording/record-device.ts';
import { exitCode } from './command-line.ts';
import type { Surroundings } from './surroundings.ts';

export interface WalkOptions extends Omit<RecordOptions, 'onProgress'> {
  /** File of the recording; the IPP attributes go to a second file with the extension `.ipp`. */
  out: string;
}

/** Saves the objects of a device, redacted. Resolves to the exit code. */
export async function runWalk(options: WalkOptions, { stdout, stderr }: Surroundings): Promise<number> {
  const { out, target } = options;
  const onProgress = (objects: number) => stderr.write(`${objects} objects\n`);
  const { lines, attributes, notes } = await recordDevice({ ...options, onProgress }).catch((error: unknown) => {
    throw new SettingsError(`${target.host}: ${toErrorText(error)}`);
  });
  if (lines.length === 0 && attributes.length === 0) {
    stderr.write(`nothing saved: ${notes.join('; ')}\n`);
    return exitCode.waiting;
  }
  if (lines.length > 0) {
    await writeNew(out, `${lines.join('\n')}\n`);
    stdout.write(`${out}: ${lines.filter((line) => !line.startsWith('#')).length} objects\n`);
  }
  if (attributes.length > 0) {
    const ippFile = `${out.replace(/\.snmprec$/, '')}.ipp`;
    const group = { tag: groupTags.printer, attributes: [...attributes] };
    await writeNew(ippFile, encodeMessage({ version: { major: 2, minor: 0 }, code: 0, requestId: 1, groups: [group] }));
    stdout.write(`${ippFile}: ${attributes.length} attributes\n`);
  }
  for (const note of notes) stderr.write(`incomplete: ${note}\n`);
  stdout.write(
    'Serials, addresses, names and locations are replaced by placeholders. Check the file before you send it: objects of the maker may hold more.\n',
  );
  return notes.length === 0 ? exitCode.done : exitCode.waiting;
}

/** Readable for its owner only; existing files are not overwritten. */
async function writeNew(path: string, content: string | Uint8Array): Promise<void> {
  await writeFile(path, content, { mode: 0o600, flag: 'wx' }).catch((error: unknown) => {
    throw new SettingsError(`${path}: ${toErrorText(error)}`);
  });
}
