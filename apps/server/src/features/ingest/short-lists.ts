import { tonerColors } from '@platen/contract/report-sections';
import { shortSensorKeys } from '../../history/sensor-keys.ts';
import { byte, JsonCursor, JsonWriter, text, toKinds } from './json-bytes.ts';

// Parts, sensors and codes are nearly all of the text of a full report. Nearly always they hold figures and nothing else; such
// lists are read byte by byte, without making objects of them, and kept short. Figures: docs/decisions/0105-sections-by-bytes.md.

/** A section `parts`, `sensors` or `codes` that holds nothing but figures. */
export interface ShortList {
  /**
   * JSON of the whole section: a list for each entry, its fields by place. The view `kept_section` gives the section back.
   * Parts: code, pages, drive hours, rotations, consumed life, life in pages, replaced at. Sensors: name, colour, value, unit.
   * Codes, by kind: main and sub code, value; of code 13 without the sub code.
   */
  short: Buffer;
  /** Its body in `reading_day`, of codes that in `section_version`; JSON in the form of `history/pack.ts`. */
  packed: Buffer;
  /** The section without all that is known to be right: of parts their times, which a schema must still look at. */
  rest: object;
  /** Where in the text it ends. */
  end: number;
}

const nothing = text('null');
const short = new JsonWriter();
const packed = new JsonWriter();

const partStart = text('{"partsCode":"');
const timeStart = text(',"replacedAt":"');
const [codeBytes, timeBytes] = [toKinds(/[\w-]/), toKinds(/[\d:.TZ-]/)];
/** By their place in a short list; digits before and after the point: more may be more than any device reaches (find-faults.ts). */
const figures = (
  [
    ['pages', 10, 0],
    ['driveHours', 6, 17],
    ['rotations', 10, 0],
    ['consumedLife', 3, 17],
    ['lifePages', 10, 0],
  ] as const
).map(([name, whole, fraction]) => ({ start: text(`,"${name}":{"state":"measured","value":`), whole, fraction }));
/** Figures by the first letter of their name. */
const places = Int8Array.from({ length: 256 }, (_, letter) => figures.findIndex(({ start }) => start[2] === letter));
/** Of the part at hand: where each figure begins and ends, by its place; 0 where there is none. */
const spans = new Int32Array(2 * figures.length);

/** The list of parts that begins at `from` in a JSON text; undefined where it says anything but figures, or a code twice. */
export function shortenParts(json: Buffer, from = 0): ShortList | undefined {
  return shorten(json, from, (cursor, { keys, rest }) => {
    if (!cursor.skip(partStart) || !cursor.span(codeBytes, 16)) return false;
    const { start: codeFrom, end: codeTo } = cursor;
    if (!cursor.byte(byte.quote) || !isNew(keys, toHash(json, codeFrom, codeTo))) return false;
    spans.fill(0);
    let replacedAt: string | undefined;
    // In any order; of a figure told twice the last counts.
    while (!cursor.byte(byte.objectEnd)) {
      if (readFigure(cursor)) continue;
      if (!cursor.skip(timeStart) || !cursor.span(timeBytes, 40)) return false;
      replacedAt = json.toString('latin1', cursor.start, cursor.end);
      if (!cursor.byte(byte.quote)) return false;
    }
    let told = figures.length;
    while (told > 0 && spans[2 * told - 1] === 0) told--;
    // Of a part without any figure reading_day says nothing.
    if (told === 0) return false;
    packed.quoted(json, codeFrom, codeTo);
    packed.byte(byte.colon);
    putFigures(packed, json, told, byte.listStart);
    packed.byte(byte.listEnd);
    short.byte(byte.listStart);
    short.quoted(json, codeFrom, codeTo);
    putFigures(short, json, replacedAt === undefined ? told : figures.length, byte.comma);
    if (replacedAt !== undefined) {
      rest.push({ partsCode: json.toString('latin1', codeFrom, codeTo), replacedAt });
      short.byte(byte.comma);
      short.quoted(text(replacedAt), 0, replacedAt.length);
    }
    short.byte(byte.listEnd);
    return true;
  });
}

/** Steps over a figure of a part, from the comma before it, and notes where it stands. */
function readFigure(cursor: JsonCursor): boolean {
  const place = places[cursor.json[cursor.at + 2] ?? 0] ?? -1;
  const figure = figures[place];
  if (figure === undefined || !cursor.skip(figure.start) || !cursor.number(figure.whole, figure.fraction)) return false;
  spans[2 * place] = cursor.start;
  spans[2 * place + 1] = cursor.end;
  return cursor.byte(byte.objectEnd);
}

/** The first figures of the part at hand, `before` before the first and commas between them. */
function putFigures(writer: JsonWriter, json: Buffer, count: number, before: number): void {
  for (let place = 0; place < count; place++) {
    writer.byte(place === 0 ? before : byte.comma);
    const from = spans[2 * place] ?? 0;
    if (from === 0) writer.put(nothing, 0, nothing.length);
    else writer.put(json, from, spans[2 * place + 1] ?? 0);
  }
}

const sensorStart = text('{"name":"');
const [colorStart, unitStart] = [text('","color":"'), text('","unit":"')];
const readingStart = text('","reading":{"state":"measured","value":');
const readingEnd = text('}}');
const nameBytes = toKinds(/[\w.-]/);
const letters = toKinds(/[A-Za-z]/);
const unitBytes = toKinds(/[ !#-[\]-~\x80-\xff]/);
const colors = new Set<string>(tonerColors);
const point = text('.');
/** What reading_day calls a sensor, by the hash of its name and colour. */
const sensorKeys = new Map(
  Array.from(shortSensorKeys, ([name, key]) => [
    toHash(text(name), 0, name.length),
    { name: text(name), key: text(key) },
  ]),
);

/** The list of sensors that begins at `from` in a JSON text; undefined where it says anything but figures, or one sensor twice. */
export function shortenSensors(json: Buffer, from = 0): ShortList | undefined {
  return shorten(json, from, (cursor, { keys }) => {
    if (!cursor.skip(sensorStart) || !cursor.span(nameBytes, 200)) return false;
    const { start: nameFrom, end: nameTo } = cursor;
    let [colorFrom, colorTo, unitFrom, unitTo] = [0, 0, 0, 0];
    if (cursor.skip(colorStart)) {
      if (!cursor.span(letters, 16) || !colors.has(json.toString('latin1', cursor.start, cursor.end))) return false;
      [colorFrom, colorTo] = [cursor.start, cursor.end];
    }
    if (cursor.skip(unitStart)) {
      if (!cursor.span(unitBytes, 100) || !printable.test(json.toString('utf8', cursor.start, cursor.end)))
        return false;
      [unitFrom, unitTo] = [cursor.start, cursor.end];
    }
    const named = toHash(json, nameFrom, nameTo);
    const key = colorTo === 0 ? named : toHash(json, colorFrom, colorTo, toHash(point, 0, 1, named));
    if (!isNew(keys, key)) return false;
    if (!cursor.skip(readingStart) || !cursor.number(15, 17, true)) return false;
    const { start, end } = cursor;
    if (!cursor.skip(readingEnd)) return false;
    short.byte(byte.listStart);
    short.quoted(json, nameFrom, nameTo);
    short.byte(byte.comma);
    if (colorTo === 0) short.put(nothing, 0, nothing.length);
    else short.quoted(json, colorFrom, colorTo);
    packed.byte(byte.quote);
    const known = sensorKeys.get(key);
    if (known === undefined) {
      packed.put(json, nameFrom, nameTo);
      if (colorTo > 0) packed.byte(byte.point);
      packed.put(json, colorFrom, colorTo);
    } else {
      const colorAt = nameTo - nameFrom + 1;
      const length = colorTo === 0 ? colorAt - 1 : colorAt + colorTo - colorFrom;
      if (known.name.length !== length || !isAt(known.name, 0, json, nameFrom, nameTo)) return false;
      if (!isAt(known.name, colorAt, json, colorFrom, colorTo)) return false;
      packed.put(known.key, 0, known.key.length);
    }
    packed.byte(byte.quote);
    packed.byte(byte.colon);
    packed.put(json, start, end);
    short.byte(byte.comma);
    short.put(json, start, end);
    if (unitTo > 0) {
      short.byte(byte.comma);
      short.quoted(json, unitFrom, unitTo);
    }
    short.byte(byte.listEnd);
    return true;
  });
}

/** Text that `JSON.stringify` writes as it is, without control characters and what stands for none. */
const printable = /^[^"\\\p{C}\uFFFD]{1,100}$/u;

interface Entries {
  /** Of the entries before. */
  keys: Set<number>;
  rest: { partsCode: string; replacedAt: string }[];
}

/** Has `read` write each entry of a JSON list to `short` and `packed`. An empty list is not worth it. */
function shorten(
  json: Buffer,
  from: number,
  read: (cursor: JsonCursor, entries: Entries) => boolean,
): ShortList | undefined {
  const cursor = new JsonCursor(json, from);
  if (!cursor.byte(byte.listStart)) return undefined;
  const entries: Entries = { keys: new Set(), rest: [] };
  short.clear();
  packed.clear();
  short.byte(byte.listStart);
  packed.byte(byte.objectStart);
  while (read(cursor, entries)) {
    if (cursor.byte(byte.listEnd)) {
      short.byte(byte.listEnd);
      packed.byte(byte.objectEnd);
      return { short: short.take(), packed: packed.take(), rest: entries.rest, end: cursor.at };
    }
    if (!cursor.byte(byte.comma)) return undefined;
    short.byte(byte.comma);
    packed.byte(byte.comma);
  }
  return undefined;
}

/** Whether no entry before has this key; of two keys in four thousand millions it may say so wrongly, and the list is read with care. */
const isNew = (keys: Set<number>, key: number): boolean => keys.size < keys.add(key).size;

/** Whether bytes `from` to `to` of `json` stand in `bytes` at `at`. */
function isAt(bytes: Uint8Array, at: number, json: Uint8Array, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (json[i] !== bytes[at + i - from]) return false;
  return true;
}

/** FNV-1a over bytes, after those of `before`. */
function toHash(bytes: Uint8Array, from: number, to: number, before = 0x811c9dc5): number {
  let hash = before;
  for (let at = from; at < to; at++) hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x01000193);
  return hash;
}
