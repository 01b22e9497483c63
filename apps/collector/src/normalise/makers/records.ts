import type { RawObject } from '../raw-table.ts';
import { toSigned } from '../readings.ts';

const recordLength = 7;

/**
 * The numbers of an octet string of records (`RecordsMeaning`) by their key. Undefined when any octet does not fit the form:
 * in other layouts the same places hold other things.
 */
export function readRecords(object: RawObject): ReadonlyMap<number, number> | undefined {
  if (object.value.type !== 'octets') return undefined;
  const { bytes } = object.value;
  const end = bytes.at(-1) === 0xff && bytes.length % recordLength === 1 ? bytes.length - 1 : bytes.length;
  if (end === 0 || end % recordLength !== 0) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const numbers = new Map<number, number>();
  for (let place = 0; place < end; place += recordLength) {
    if (view.getUint8(place + 1) !== 1 || view.getUint8(place + 2) !== 4) return undefined;
    const key = view.getUint8(place);
    if (!numbers.has(key)) numbers.set(key, toSigned(view.getUint32(place + 3)));
  }
  return numbers;
}
