import { ByteReader } from './byte-reader.ts';
import { type IppValue, type OutOfBand, valueTags } from './message.ts';

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
export function toValue(tag: number, bytes: Uint8Array): IppValue {
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
