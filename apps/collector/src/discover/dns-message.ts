/**
 * DNS messages as multicast DNS uses them (RFC 1035 section 4, RFC 6762): writes questions, reads answers.
 * Names are in presentation form: labels separated by dots, a dot or backslash inside a label escaped by a
 * backslash.
 */

const recordTypes = { a: 1, ptr: 12, txt: 16, srv: 33 } as const;
type RecordTypeName = keyof typeof recordTypes;

export interface DnsQuestion {
  name: string;
  type: RecordTypeName;
}

export type DnsRecord =
  | { type: 'a'; name: string; address: string }
  | { type: 'ptr'; name: string; target: string }
  | { type: 'srv'; name: string; port: number; target: string }
  /**
   * `key=value` texts; a key without `=` has an empty text. Keys in lower case; the first of repeated keys
   * counts (RFC 6763 section 6.4).
   */
  | { type: 'txt'; name: string; entries: ReadonlyMap<string, string> };

const classInternet = 1;
/** RFC 6762 section 17: maximum length of a message with its headers. */
const longestMessage = 9000;
const mostRecords = 512;
const longestName = 255;
const longestLabel = 63;

/** A query with these questions, or undefined when a name does not fit into the wire form. */
export function encodeQuery(id: number, questions: readonly DnsQuestion[]): Uint8Array | undefined {
  const header = Buffer.alloc(12);
  header.writeUInt16BE(id & 0xffff, 0);
  header.writeUInt16BE(questions.length, 4);
  const parts: Uint8Array[] = [header];
  for (const { name, type } of questions) {
    const wire = writeName(name);
    if (wire === undefined) return undefined;
    parts.push(wire, Uint8Array.of(0, recordTypes[type], 0, classInternet));
  }
  return Buffer.concat(parts);
}

/**
 * The records of a response, all three sections together; undefined for a query, garbage or a truncated
 * message. Never throws.
 */
export function decodeResponse(bytes: Uint8Array): { id: number; records: DnsRecord[] } | undefined {
  const packet = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (packet.length < 12 || packet.length > longestMessage || (packet.readUInt16BE(2) & 0x8000) === 0) return undefined;
  const count = packet.readUInt16BE(6) + packet.readUInt16BE(8) + packet.readUInt16BE(10);
  if (count > mostRecords) return undefined;
  let at = 12;
  for (let question = packet.readUInt16BE(4); question > 0; question--) {
    const name = readName(packet, at);
    if (name === undefined || name.end + 4 > packet.length) return undefined;
    at = name.end + 4;
  }
  const records: DnsRecord[] = [];
  for (let left = count; left > 0; left--) {
    const name = readName(packet, at);
    if (name === undefined || name.end + 10 > packet.length) return undefined;
    const start = name.end + 10;
    const end = start + packet.readUInt16BE(name.end + 8);
    if (end > packet.length) return undefined;
    // The top bit of the class is the cache-flush bit (RFC 6762 section 10.2).
    const isInternet = (packet.readUInt16BE(name.end + 2) & 0x7fff) === classInternet;
    const record = isInternet ? toRecord(packet, name.text, packet.readUInt16BE(name.end), start, end) : undefined;
    if (record !== undefined) records.push(record);
    at = end;
  }
  return { id: packet.readUInt16BE(0), records };
}

/** A record with data of another type is left out alone. */
function toRecord(packet: Buffer, name: string, type: number, start: number, end: number): DnsRecord | undefined {
  switch (type) {
    case recordTypes.a:
      return end - start === 4 ? { type: 'a', name, address: packet.subarray(start, end).join('.') } : undefined;
    case recordTypes.ptr: {
      const target = readName(packet, start);
      return target?.end === end ? { type: 'ptr', name, target: target.text } : undefined;
    }
    case recordTypes.srv: {
      const target = end - start > 6 ? readName(packet, start + 6) : undefined;
      return target?.end === end
        ? { type: 'srv', name, port: packet.readUInt16BE(start + 4), target: target.text }
        : undefined;
    }
    case recordTypes.txt:
      return { type: 'txt', name, entries: toEntries(packet.subarray(start, end)) };
    default:
      return undefined;
  }
}

function toEntries(data: Buffer): Map<string, string> {
  const entries = new Map<string, string>();
  for (let at = 0; at < data.length; ) {
    const length = data[at] ?? 0;
    const text = data.subarray(at + 1, at + 1 + length).toString('utf8');
    at += 1 + length;
    const [, key, value] = /^([^=]+)(?:=(.*))?$/s.exec(text) ?? [];
    if (key !== undefined && !entries.has(key.toLowerCase())) entries.set(key.toLowerCase(), value ?? '');
  }
  return entries;
}

/**
 * The name at `start`, and where the data after it begin. A pointer must lead backwards, so that none can
 * loop.
 */
function readName(packet: Buffer, start: number): { text: string; end: number } | undefined {
  const labels: string[] = [];
  let octets = 1;
  let at = start;
  let lowest = start;
  let end: number | undefined;
  for (;;) {
    const length = packet[at];
    if (length === undefined) return undefined;
    if (length >= 0xc0) {
      const low = packet[at + 1];
      if (low === undefined) return undefined;
      end ??= at + 2;
      at = (length & 0x3f) * 256 + low;
      if (at >= lowest) return undefined;
      lowest = at;
      continue;
    }
    if (length > longestLabel || at + 1 + length > packet.length) return undefined;
    if (length === 0) return { text: labels.join('.'), end: end ?? at + 1 };
    octets += length + 1;
    if (octets > longestName) return undefined;
    labels.push(toLabelText(packet.subarray(at + 1, at + 1 + length)));
    at += 1 + length;
  }
}

/**
 * Instance labels are UTF-8 for users (RFC 6763 section 4.1); other octets are read as Latin-1, so that they
 * can be sent unchanged.
 */
const toLabelText = (label: Buffer): string => {
  const text = label.toString('utf8');
  const whole = Buffer.from(text, 'utf8').equals(label) ? text : label.toString('latin1');
  return whole.replaceAll(/[\\.]/g, String.raw`\$&`);
};

function writeName(name: string): Uint8Array | undefined {
  const labels = name === '' ? [] : (name.match(/(?:\\[^]|[^\\.])+/g) ?? []);
  const parts = labels.map((label) => Buffer.from(label.replaceAll(/\\([^])/g, '$1'), 'utf8'));
  if (parts.some((part) => part.length > longestLabel)) return undefined;
  const wire = Buffer.concat([...parts.flatMap((part) => [Uint8Array.of(part.length), part]), Uint8Array.of(0)]);
  return wire.length > longestName ? undefined : wire;
}
