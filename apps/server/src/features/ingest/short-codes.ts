import { byte, JsonCursor, JsonWriter, text, toKinds } from './json-bytes.ts';
import type { ShortList } from './short-lists.ts';

const kinds = ['05', '08', '13'].map((name) => ({
  name: text(`"code${name}":[`),
  packedName: text(`"${name}-`),
  hasSub: name !== '13',
}));
const [mainStart, subStart, valueStart, codeEnd] = [text('{"main":'), text(',"sub":'), text(',"value":"'), text('"}')];
/** ASCII that stands for itself between quotes. */
const valueBytes = toKinds(/[ !#-[\]-~]/);
/** As the schema has it. */
const [mostCodes, longestValue] = [5000, 256];
/** More than any code has, and few enough to be exact. */
const mostDigits = 9;

const short = new JsonWriter();
const packed = new JsonWriter();

/**
 * The codes that begin at `from` in a JSON text; undefined where they say anything but numbers and plain texts, or do not
 * stand in the order of their numbers. Short: lists of main code, sub code (none of code 13) and value, by kind.
 */
export function shortenCodes(json: Buffer, from = 0): ShortList | undefined {
  const cursor = new JsonCursor(json, from);
  if (!cursor.byte(byte.objectStart)) return undefined;
  short.clear();
  packed.clear();
  let next = 0;
  do {
    const mark = next === 0 ? byte.objectStart : byte.comma;
    const place = kinds.findIndex(({ name }, place) => place >= next && cursor.skip(name));
    const kind = kinds[place];
    if (kind === undefined) return undefined;
    next = place + 1;
    short.byte(mark);
    short.put(kind.name, 0, kind.name.length);
    packed.byte(mark);
    if (!readCodes(cursor, kind)) return undefined;
  } while (cursor.byte(byte.comma));
  if (!cursor.byte(byte.objectEnd)) return undefined;
  short.byte(byte.objectEnd);
  packed.byte(byte.objectEnd);
  return { short: short.take(), packed: packed.take(), rest: {}, end: cursor.at };
}

/** Steps over the codes of one kind to the end of their list, and writes them. */
function readCodes(cursor: JsonCursor, { packedName, hasSub }: (typeof kinds)[number]): boolean {
  const { json } = cursor;
  let [lastMain, lastSub] = [-1, -1];
  for (let count = 1; count <= mostCodes; count++) {
    if (!cursor.skip(mainStart) || !cursor.number(mostDigits, 0)) return false;
    const [mainFrom, mainTo] = [cursor.start, cursor.end];
    if (hasSub && !(cursor.skip(subStart) && cursor.number(mostDigits, 0))) return false;
    const [subFrom, subTo] = [cursor.start, cursor.end];
    const main = toNumber(json, mainFrom, mainTo);
    const sub = hasSub ? toNumber(json, subFrom, subTo) : 0;
    if (main < lastMain || (main === lastMain && sub <= lastSub)) return false;
    [lastMain, lastSub] = [main, sub];
    if (!cursor.skip(valueStart) || !cursor.span(valueBytes, longestValue, 0)) return false;
    const [valueFrom, valueTo] = [cursor.start, cursor.end];
    if (!cursor.skip(codeEnd)) return false;
    short.byte(byte.listStart);
    short.put(json, mainFrom, mainTo);
    packed.put(packedName, 0, packedName.length);
    packed.put(json, mainFrom, mainTo);
    if (hasSub) {
      short.byte(byte.comma);
      short.put(json, subFrom, subTo);
      packed.byte(byte.minus);
      packed.put(json, subFrom, subTo);
    }
    short.byte(byte.comma);
    short.quoted(json, valueFrom, valueTo);
    short.byte(byte.listEnd);
    packed.byte(byte.quote);
    packed.byte(byte.colon);
    packed.quoted(json, valueFrom, valueTo);
    const mark = cursor.byte(byte.comma) ? byte.comma : byte.listEnd;
    short.byte(mark);
    if (mark === byte.listEnd) return cursor.byte(byte.listEnd);
    packed.byte(byte.comma);
  }
  return false;
}

/** A whole number by its digits. */
function toNumber(json: Buffer, from: number, to: number): number {
  let value = 0;
  for (let at = from; at < to; at++) value = value * 10 + (json[at] ?? 0) - byte.zero;
  return value;
}
