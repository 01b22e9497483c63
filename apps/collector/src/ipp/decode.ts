import {
  groupTags,
  type IppAttribute,
  type IppGroup,
  type IppMessage,
  type IppValue,
  messageLimits,
  type OutOfBand,
  valueTags,
} from './message.ts';

/** A message, or why the bytes are not a message. */
export type Decoded = { ok: true; message: IppMessage } | { ok: false; reason: string };

/** Ends the decoding of one message; never leaves this file. */
class Malformed extends Error {}

/**
 * Decodes one IPP message (RFC 8010 section 3), request or response. Refused as a whole: a length that runs
 * past the end, a missing end-of-attributes tag, a collection that does not close, a value before any
 * attribute, more than `messageLimits` allow. Data after the attributes are a document and ignored. Never
 * throws; the time grows linearly with the message.
 */
export function decodeMessage(bytes: Uint8Array): Decoded {
  try {
    return { ok: true, message: readMessage(bytes) };
  } catch (error) {
    if (error instanceof Malformed) return { ok: false, reason: error.message };
    throw error;
  }
}

function readMessage(bytes: Uint8Array): IppMessage {
  if (bytes.length > messageLimits.bytes) throw new Malformed(`longer than ${messageLimits.bytes} octets`);
  const reader = new ByteReader(bytes);
  const major = reader.byte();
  const minor = reader.byte();
  const code = reader.uint16();
  const requestId = reader.int32();
  if (major === undefined || minor === undefined || code === undefined || requestId === undefined)
    throw new Malformed('shorter than the eight octets before the attributes');
  return { version: { major, minor }, code, requestId, groups: new Attributes(reader).read() };
}

class Attributes {
  readonly #reader: ByteReader;
  #attributes = 0;
  #values = 0;

  constructor(reader: ByteReader) {
    this.#reader = reader;
  }

  read(): IppGroup[] {
    const groups: IppGroup[] = [];
    for (;;) {
      const tag = this.#tag();
      if (tag === groupTags.end) return groups;
      if (tag < 0x10) {
        if (groups.length >= messageLimits.groups) throw new Malformed(`more than ${messageLimits.groups} groups`);
        groups.push({ tag, attributes: [] });
        continue;
      }
      const group = groups.at(-1);
      if (group === undefined) throw this.#at('an attribute before any group');
      const name = this.#name();
      if (name === '') this.#last(group).values.push(this.#value(tag, 0));
      else group.attributes.push(this.#attribute(name, this.#value(tag, 0)));
    }
  }

  /** The attribute that a value without a name belongs to (1setOf, RFC 8010 section 3.1.5). */
  #last({ attributes }: Pick<IppGroup, 'attributes'>): IppAttribute {
    const last = attributes.at(-1);
    if (last === undefined) throw this.#at('a further value before any attribute');
    return last;
  }

  #attribute(name: string, ...values: IppValue[]): IppAttribute {
    this.#attributes += 1;
    if (this.#attributes > messageLimits.attributes)
      throw new Malformed(`more than ${messageLimits.attributes} attributes`);
    return { name, values };
  }

  #value(tag: number, depth: number): IppValue {
    this.#values += 1;
    if (this.#values > messageLimits.values) throw new Malformed(`more than ${messageLimits.values} values`);
    const bytes = this.#reader.sized();
    if (bytes === undefined) throw this.#at('a value runs past the end');
    if (tag === valueTags.endCollection || tag === valueTags.memberAttrName)
      throw this.#at('a part of a collection outside of one');
    return tag === valueTags.begCollection
      ? { tag, type: 'collection', members: this.#members(depth + 1) }
      : toValue(tag, bytes);
  }

  /**
   * Members up to the end of the collection (RFC 8010 section 3.1.6): a name as a value of its own, then its
   * values.
   */
  #members(depth: number): IppAttribute[] {
    if (depth > messageLimits.depth) throw new Malformed(`collections nested deeper than ${messageLimits.depth}`);
    const attributes: IppAttribute[] = [];
    for (;;) {
      const tag = this.#tag();
      if (tag < 0x10) throw this.#at('a group inside a collection');
      if (this.#name() !== '') throw this.#at('a named attribute inside a collection');
      if (tag === valueTags.endCollection) {
        if (this.#reader.sized() === undefined) throw this.#at('a value runs past the end');
        return attributes;
      }
      if (tag !== valueTags.memberAttrName) {
        this.#last({ attributes }).values.push(this.#value(tag, depth));
        continue;
      }
      const name = this.#reader.sizedLatin1();
      if (name === undefined) throw this.#at('the name of a member runs past the end');
      attributes.push(this.#attribute(name));
    }
  }

  #tag(): number {
    const tag = this.#reader.byte();
    if (tag === undefined) throw new Malformed('no end of the attributes');
    return tag;
  }

  #name(): string {
    // Names are keywords, US-ASCII (RFC 8011 section 5.1.4).
    const name = this.#reader.sizedLatin1();
    if (name === undefined) throw this.#at('a name runs past the end');
    return name;
  }

  #at(what: string): Malformed {
    return new Malformed(`${what} (octet ${this.#reader.position})`);
  }
}

const outOfBand: Readonly<Record<number, OutOfBand>> = {
  [valueTags.unsupported]: 'unsupported',
  [valueTags.default]: 'default',
  [valueTags.unknown]: 'unknown',
  [valueTags.noValue]: 'noValue',
  [valueTags.notSettable]: 'notSettable',
  [valueTags.deleteAttribute]: 'deleteAttribute',
  [valueTags.adminDefine]: 'adminDefine',
};

/**
 * A value whose tag is no collection. A value that does not fit its type is `malformed`; the others are
 * unaffected.
 */
function toValue(tag: number, bytes: Uint8Array): IppValue {
  // Out-of-band tags carry no content; some printers send one nevertheless, which is ignored (RFC 8010
  // section 3.8).
  if (tag < 0x20) return { tag, type: 'outOfBand', name: outOfBand[tag] ?? 'reserved' };
  return toTyped(tag, bytes) ?? { tag, type: 'malformed', bytes };
}

function toTyped(tag: number, bytes: Uint8Array): IppValue | undefined {
  // All of 0x40 to 0x5f are character strings (RFC 8010 section 3.5.2).
  if (tag >= 0x40) return tag <= 0x5f ? { tag, type: 'text', bytes } : { tag, type: 'octets', bytes };
  switch (tag) {
    case valueTags.integer:
    case valueTags.enum:
      return bytes.length === 4 ? { tag, type: 'integer', value: int32(bytes, 0) } : undefined;
    case valueTags.boolean: {
      const [value] = bytes;
      return bytes.length === 1 && (value === 0 || value === 1)
        ? { tag, type: 'boolean', value: value === 1 }
        : undefined;
    }
    case valueTags.rangeOfInteger:
      return bytes.length === 8 ? { tag, type: 'range', lower: int32(bytes, 0), upper: int32(bytes, 4) } : undefined;
    case valueTags.resolution:
      return bytes.length === 9
        ? { tag, type: 'resolution', x: int32(bytes, 0), y: int32(bytes, 4), units: bytes[8] ?? 0 }
        : undefined;
    case valueTags.textWithLanguage:
    case valueTags.nameWithLanguage: {
      const reader = new ByteReader(bytes);
      const language = reader.sizedLatin1();
      const text = reader.sized();
      if (language === undefined || text === undefined || reader.left > 0) return undefined;
      return { tag, type: 'text', bytes: text, language };
    }
    default:
      return { tag, type: 'octets', bytes };
  }
}

/** SIGNED-INTEGER, four octets from `offset` on; the caller has checked that they exist. */
const int32 = (bytes: Uint8Array, position: number): number =>
  ((bytes[position] ?? 0) << 24) |
  ((bytes[position + 1] ?? 0) << 16) |
  ((bytes[position + 2] ?? 0) << 8) |
  (bytes[position + 3] ?? 0);

/** Reads a message front to back. A read past the end returns undefined and changes nothing. */
class ByteReader {
  readonly #bytes: Buffer;
  #position = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get position(): number {
    return this.#position;
  }

  get left(): number {
    return this.#bytes.length - this.#position;
  }

  byte(): number | undefined {
    return this.left < 1 ? undefined : this.#bytes[this.#position++];
  }

  uint16(): number | undefined {
    if (this.left < 2) return undefined;
    this.#position += 2;
    return this.#bytes.readUInt16BE(this.#position - 2);
  }

  int32(): number | undefined {
    if (this.left < 4) return undefined;
    this.#position += 4;
    return this.#bytes.readInt32BE(this.#position - 4);
  }

  /**
   * A length field (SIGNED-SHORT in RFC 8010, so never above 32,767) and its octets, copied: a small value
   * must not retain a large message.
   */
  sized(): Uint8Array | undefined {
    const length = this.#length();
    if (length === undefined) return undefined;
    const copy = new Uint8Array(length);
    copy.set(this.#bytes.subarray(this.#position, this.#position + length));
    this.#position += length;
    return copy;
  }

  /** The same as text, one character per octet. */
  sizedLatin1(): string | undefined {
    const length = this.#length();
    if (length === undefined) return undefined;
    this.#position += length;
    return length === 0 ? '' : this.#bytes.toString('latin1', this.#position - length, this.#position);
  }

  #length(): number | undefined {
    const length = this.uint16();
    return length === undefined || length > 0x7fff || length > this.left ? undefined : length;
  }
}
