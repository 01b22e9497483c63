import { ByteReader } from './byte-reader.ts';
import {
  groupTags,
  type IppAttribute,
  type IppGroup,
  type IppMessage,
  type IppValue,
  messageLimits,
  valueTags,
} from './message.ts';
import { toValue } from './value.ts';

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
