import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readElement } from '../src/snmp/ber.ts';
import type { RawReading } from '../src/snmp/read-raw.ts';
import { toValue } from '../src/snmp/value.ts';
import { toRaw } from './raw.ts';
import { readRecording } from './recording.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
/** The recorded printers next to the repository, or in PLATEN_RECORDINGS. */
export const recordedPrinters = process.env.PLATEN_RECORDINGS ?? join(root, '../shared/data/printers');
export const hasRecordedPrinters = existsSync(join(recordedPrinters, 'snmprec/expected.json'));

/** A recorded printer as a whole walk would produce it. */
export function recordedPrinter(name: string): RawReading {
  const objects = readRecording(join(recordedPrinters, 'snmprec', `${name}.snmprec`));
  return toRaw(
    objects.flatMap(({ oid, value }) => {
      const element = readElement(value, 0);
      return element === undefined ? [] : [[oid, toValue(element.tag, element.body)] as const];
    }),
  );
}
