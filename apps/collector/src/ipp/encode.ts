import { groupTags, type IppAttribute, type IppMessage, type IppValue, valueTags } from './message.ts';

/**
 * The message as octets (RFC 8010 section 3). The result of `decodeMessage` encodes to its input, without a
 * document.
 */
export function encodeMessage({ version, code, requestId, groups }: IppMessage): Uint8Array {
  const head = Buffer.alloc(8);
  head.writeUInt8(version.major, 0);
  head.writeUInt8(version.minor, 1);
  head.writeUInt16BE(code, 2);
  head.writeInt32BE(requestId, 4);
  const parts: Uint8Array[] = [head];
  for (const group of groups) parts.push(Uint8Array.of(group.tag), ...group.attributes.flatMap(toParts));
  parts.push(Uint8Array.of(groupTags.end));
  return Buffer.concat(parts);
}

/** An attribute without values cannot be encoded and is left out. */
function toParts({ name, values }: IppAttribute): Uint8Array[] {
  return values.flatMap((value, position) => toValueParts(value, position === 0 ? name : ''));
}

function toValueParts(value: IppValue, name: string): Uint8Array[] {
  if (value.type !== 'collection') return [field(value.tag, name, toContent(value))];
  const members = value.members.flatMap((member) => [
    field(valueTags.memberAttrName, '', Buffer.from(member.name, 'latin1')),
    ...member.values.flatMap((item) => toValueParts(item, '')),
  ]);
  return [field(value.tag, name, nothing), ...members, field(valueTags.endCollection, '', nothing)];
}

const nothing = new Uint8Array();

function field(tag: number, name: string, content: Uint8Array): Uint8Array {
  const bytes = Buffer.from(name, 'latin1');
  return Buffer.concat([Uint8Array.of(tag), length(bytes.length), bytes, length(content.length), content]);
}

function toContent(value: Exclude<IppValue, { type: 'collection' }>): Uint8Array {
  switch (value.type) {
    case 'outOfBand':
      return nothing;
    case 'integer':
      return int32(value.value);
    case 'boolean':
      return Uint8Array.of(value.value ? 1 : 0);
    case 'range':
      return Buffer.concat([int32(value.lower), int32(value.upper)]);
    case 'resolution':
      return Buffer.concat([int32(value.x), int32(value.y), Uint8Array.of(value.units)]);
    case 'text': {
      if (value.language === undefined) return value.bytes;
      const language = Buffer.from(value.language, 'latin1');
      return Buffer.concat([length(language.length), language, length(value.bytes.length), value.bytes]);
    }
    case 'octets':
    case 'malformed':
    default:
      return value.bytes;
  }
}

function length(octets: number): Uint8Array {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(octets);
  return bytes;
}

function int32(value: number): Uint8Array {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}
