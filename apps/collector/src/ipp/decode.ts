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

/** A message, or in words why the bytes are none. */
export type Decoded = { ok: true; message: IppMessage } | { ok: false; reason: string };

/** Ends the decoding of one message; never leaves this file. */
class Malformed extends Error {}

/**
 * Decodes one IPP message (RFC 8010 section 3), request or response. Refused as a whole: a length that runs past the end,
 * a missing end-of-attributes tag, a collection that does not close, a value before any attribute, more than `messageLimits` allow.
 * What follows the attributes is a document and left out. Never throws; the time grows with the message only.
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

  /** Members up to the end of the collection (RFC 8010 section 3.1.6): a name as a value of its own, then its values. */
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
    return new Malformed(`${what} (octet ${this.#reader.place})`);
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

/** The value under a tag that is no collection. What does not fit its type is `malformed` and costs only itself. */
function toValue(tag: number, bytes: Uint8Array): IppValue {
  // Out-of-band tags carry no content; some printers send one all the same, and it means nothing (RFC 8010 section 3.8).
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

/** SIGNED-INTEGER, four octets from `place` on, of which the caller knows that they are there. */
const int32 = (bytes: Uint8Array, place: number): number =>
  ((bytes[place] ?? 0) << 24) |
  ((bytes[place + 1] ?? 0) << 16) |
  ((bytes[place + 2] ?? 0) << 8) |
  (bytes[place + 3] ?? 0);

/** Reads a message front to back. Every read past the end gives undefined and changes nothing. */
class ByteReader {
  readonly #bytes: Buffer;
  #place = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get place(): number {
    return this.#place;
  }

  get left(): number {
    return this.#bytes.length - this.#place;
  }

  byte(): number | undefined {
    return this.left < 1 ? undefined : this.#bytes[this.#place++];
  }

  uint16(): number | undefined {
    if (this.left < 2) return undefined;
    this.#place += 2;
    return this.#bytes.readUInt16BE(this.#place - 2);
  }

  int32(): number | undefined {
    if (this.left < 4) return undefined;
    this.#place += 4;
    return this.#bytes.readInt32BE(this.#place - 4);
  }

  /** A length field (SIGNED-SHORT in RFC 8010, so never above 32,767) and as many octets, copied: a small value must not keep a large message. */
  sized(): Uint8Array | undefined {
    const length = this.#length();
    if (length === undefined) return undefined;
    const copy = new Uint8Array(length);
    copy.set(this.#bytes.subarray(this.#place, this.#place + length));
    this.#place += length;
    return copy;
  }

  /** The same as text, one character an octet. */
  sizedLatin1(): string | undefined {
    const length = this.#length();
    if (length === undefined) return undefined;
    this.#place += length;
    return length === 0 ? '' : this.#bytes.toString('latin1', this.#place - length, this.#place);
  }

  #length(): number | undefined {
    const length = this.uint16();
    return length === undefined || length > 0x7fff || length > this.left ? undefined : length;
  }
}
