import { tonerColors } from '@platen/contract/report-sections';

// Parts and sensors are three quarters of the text of a full report. Nearly always they hold figures and nothing else; such
// lists are read by patterns, without making objects of them, and kept short. Figures: docs/decisions/0103-speed-of-ingest.md.

/** A list of `parts` or `sensors` that holds nothing but figures. */
export interface ShortList {
  /**
   * JSON of the whole list: a list for each entry, its fields by place. The view `kept_section` gives the list back.
   * Parts: code, pages, drive hours, rotations, consumed life, life in pages, replaced at. Sensors: name, colour, value, unit.
   */
  short: string;
  /** Its body in `reading_day`, in the form of `history/pack.ts`. */
  packed: string;
  /** JSON of the list with all that a schema must still look at: the times of parts. The rest of it is right. */
  rest: string;
  /** Where in the text it ends. */
  end: number;
}

const measured = (value: string) => String.raw`\{"state":"measured","value":(${value})\}`;
// More digits may be more than any device reaches (find-faults.ts): such lists are for the careful reader.
const count = measured(String.raw`0|[1-9]\d{0,9}`);
const decimal = (digits: number) => String.raw`(?:0|[1-9]\d{0,${digits - 1}})(?:\.\d{1,17})?`;

/** A part whose fields stand in the order of a report, in one go: field by field takes twice as long. */
const partInOrder = new RegExp(
  String.raw`\{"partsCode":"([\w-]{1,16})"(?:,"pages":${count})?(?:,"driveHours":${measured(decimal(6))})?(?:,"rotations":${count})?` +
    String.raw`(?:,"lifePages":${count})?(?:,"consumedLife":${measured(decimal(3))})?(?:,"replacedAt":"([\d:.TZ-]{1,40})")?\}`,
  'y',
);
const partStart = /\{"partsCode":"([\w-]{1,16})"/y;
const partField = new RegExp(
  `,"(?:pages":${count}|driveHours":${measured(decimal(6))}|rotations":${count}|lifePages":${count}|` +
    String.raw`consumedLife":${measured(decimal(3))}|replacedAt":"([\d:.TZ-]{1,40})")`,
  'y',
);

/** Code and fields (from place 1) of the part that begins at `from`, and where it ends; undefined where it says anything but figures. */
function readPart(text: string, from: number): { fields: readonly (string | undefined)[]; end: number } | undefined {
  partInOrder.lastIndex = from;
  const inOrder = partInOrder.exec(text);
  if (inOrder !== null) return { fields: inOrder, end: partInOrder.lastIndex };
  partStart.lastIndex = from;
  const start = partStart.exec(text);
  if (start === null) return undefined;
  const fields: (string | undefined)[] = [...start];
  let end = partStart.lastIndex;
  partField.lastIndex = end;
  for (let found = partField.exec(text); found !== null; found = partField.exec(text)) {
    end = partField.lastIndex;
    for (let place = 1; place <= 6; place++) fields[place + 1] = found[place] ?? fields[place + 1];
  }
  return text[end] === '}' ? { fields, end: end + 1 } : undefined;
}

/** The list of parts that begins at `from` in a text; undefined where it says anything but figures, or a code twice. */
export function shortenParts(text: string, from = 0): ShortList | undefined {
  const list = new ListMaker();
  const end = readEntries(text, from, (from) => {
    const part = readPart(text, from);
    if (part === undefined) return undefined;
    const [, code = '', pages, hours, rotations, life, consumed, time] = part.fields;
    const all = `${pages ?? null},${hours ?? null},${rotations ?? null},${consumed ?? null},${life ?? null}`;
    const figures = life === undefined ? all.replace(/(?:,null)+$/, '') : all;
    // Of a part without any figure reading_day says nothing.
    if (figures === 'null') return undefined;
    if (time !== undefined) list.rest.push(`{"partsCode":"${code}","replacedAt":"${time}"}`);
    const whole = time === undefined ? `"${code}",${figures}` : `"${code}",${all},"${time}"`;
    return list.add(code, whole, `[${figures}]`) ? part.end : undefined;
  });
  return end === undefined ? undefined : list.finish(end);
}

const sensor = new RegExp(
  String.raw`\{"name":"([\w.-]{1,200})"(?:,"color":"(${tonerColors.join('|')})")?(?:,"unit":"([^"\\\p{C}\uFFFD]{1,100})")?,` +
    String.raw`"reading":${measured(`-?${decimal(15)}`)}\}`,
  'uy',
);

/** The list of sensors that begins at `from` in a text; undefined where it says anything but figures, or one sensor twice. */
export function shortenSensors(text: string, from = 0): ShortList | undefined {
  const list = new ListMaker();
  const end = readEntries(text, from, (from) => {
    sensor.lastIndex = from;
    const [, name, color, unit, value] = sensor.exec(text) ?? [];
    if (name === undefined || value === undefined) return undefined;
    const key = color === undefined ? name : `${name}.${color}`;
    const whole = `"${name}",${color === undefined ? null : `"${color}"`},${value}`;
    return list.add(key, unit === undefined ? whole : `${whole},"${unit}"`, value) ? sensor.lastIndex : undefined;
  });
  return end === undefined ? undefined : list.finish(end);
}

/** Has `read` take each entry of a JSON list, from where it begins; gives back where the list ends. An empty list is not worth it. */
function readEntries(text: string, start: number, read: (from: number) => number | undefined): number | undefined {
  if (text[start] !== '[') return undefined;
  for (let from = start + 1; ; ) {
    const end = read(from);
    if (end === undefined) return undefined;
    if (text[end] !== ',') return text[end] === ']' ? end + 1 : undefined;
    from = end + 1;
  }
}

/** Pieces are joined at the end: a text that grows piece by piece is kept as its pieces, and the list outlives its report. */
class ListMaker {
  readonly #keys = new Set<string>();
  readonly #short: string[] = [];
  readonly #packed: string[] = [];
  readonly rest: string[] = [];

  /** False where the key was there before. */
  add(key: string, whole: string, packed: string): boolean {
    this.#short.push(`[${whole}]`);
    this.#packed.push(`"${key}":${packed}`);
    return this.#keys.size < this.#keys.add(key).size;
  }

  finish(end: number): ShortList {
    return {
      short: ['[', this.#short.join(), ']'].join(''),
      packed: ['{', this.#packed.join(), '}'].join(''),
      rest: `[${this.rest.join()}]`,
      end,
    };
  }
}
