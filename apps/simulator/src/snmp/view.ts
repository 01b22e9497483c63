import { toElement, toInteger, toOid } from './ber.ts';

export type Oid = readonly number[];

/** A value as an agent holds it. */
export type Value =
  | { type: 'integer' | 'counter32' | 'gauge32' | 'ticks'; value: number }
  | { type: 'octets'; value: Buffer }
  | { type: 'oid'; value: Oid }
  | { type: 'address'; value: readonly number[] };

export interface Entry {
  oid: Oid;
  value: Value;
}

const tags = { integer: 0x02, counter32: 0x41, gauge32: 0x42, ticks: 0x43 } as const;

export function toValueElement(value: Value): Buffer {
  switch (value.type) {
    case 'octets':
      return toElement(0x04, value.value);
    case 'oid':
      return toElement(0x06, toOid(value.value));
    case 'address':
      return toElement(0x40, Buffer.from(value.value));
    case 'integer':
      return toElement(tags.integer, toInteger(value.value));
    case 'counter32':
    case 'gauge32':
    case 'ticks':
      break;
  }
  return toElement(tags[value.type], toInteger(value.value % 2 ** 32));
}

function compareOids(a: Oid, b: Oid): number {
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

/** All that an agent can say at one moment, in the order of its object identifiers. */
export class View {
  readonly entries: readonly Entry[];

  constructor(entries: readonly Entry[]) {
    this.entries = [...entries].sort((a, b) => compareOids(a.oid, b.oid));
  }

  get(oid: Oid): Entry | undefined {
    const entry = this.entries[this.#firstFrom(oid, false)];
    return entry !== undefined && compareOids(entry.oid, oid) === 0 ? entry : undefined;
  }

  /** The first entry behind an identifier. */
  after(oid: Oid): Entry | undefined {
    return this.entries[this.#firstFrom(oid, true)];
  }

  #firstFrom(oid: Oid, behind: boolean): number {
    let low = 0;
    let high = this.entries.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const order = compareOids(this.entries[middle]?.oid ?? [], oid);
      if (order < 0 || (behind && order === 0)) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
