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
  const reader = new ByteReader(bytes);
  switch (tag) {
    case valueTags.integer:
    case valueTags.enum: {
      const value = bytes.length === 4 ? reader.int32() : undefined;
      return value === undefined ? undefined : { tag, type: 'integer', value };
    }
    case valueTags.boolean: {
      const value = bytes.length === 1 ? reader.byte() : undefined;
      return value === 0 || value === 1 ? { tag, type: 'boolean', value: value === 1 } : undefined;
    }
    case valueTags.rangeOfInteger: {
      const lower = bytes.length === 8 ? reader.int32() : undefined;
      const upper = reader.int32();
      return lower === undefined || upper === undefined ? undefined : { tag, type: 'range', lower, upper };
    }
    case valueTags.resolution: {
      const x = bytes.length === 9 ? reader.int32() : undefined;
      const y = reader.int32();
      const units = reader.byte();
      if (x === undefined || y === undefined || units === undefined) return undefined;
      return { tag, type: 'resolution', x, y, units };
    }
    case valueTags.textWithLanguage:
    case valueTags.nameWithLanguage: {
      const language = reader.sized();
      const text = reader.sized();
      if (language === undefined || text === undefined || reader.left > 0) return undefined;
      return { tag, type: 'text', bytes: text, language: Buffer.from(language).toString('latin1') };
    }
    default:
      // All of 0x40 to 0x5f are character strings (RFC 8010 section 3.5.2).
      return tag >= 0x40 && tag <= 0x5f ? { tag, type: 'text', bytes } : { tag, type: 'octets', bytes };
  }
}
