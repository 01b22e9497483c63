import { inflateSync } from 'node:zlib';

/** What the codes of a font mean. */
interface Glyphs {
  /** Hexadecimal digits of a code: four in a TrueType font, two in one embedded as drawings (Type 3). */
  readonly digits: number;
  readonly texts: ReadonlyMap<number, string>;
}

interface PdfObject {
  readonly head: string;
  readonly stream: Buffer;
}

/**
 * The text of each page, in the order of its drawing, ligatures taken apart. Reads what Chromium writes (PDF
 * 1.4: plain objects, streams deflated or bare, text as glyphs of a font of any kind with a ToUnicode map, or
 * with its characters next to it where a glyph means several); other files may give less.
 */
export function readPdfPages(file: Buffer): string[] {
  const objects = readObjects(file);
  const fonts = new Map<number, Glyphs>();
  const glyphsOf = (font: number): Glyphs => {
    const known =
      fonts.get(font) ?? toGlyphs(objects.get(toReference(objects.get(font)?.head ?? '', 'ToUnicode'))?.stream);
    fonts.set(font, known);
    return known;
  };
  return toPageNumbers(objects).map((page) => {
    const head = objects.get(page)?.head ?? '';
    const own = objects.get(toReference(head, 'Contents'))?.stream.toString('latin1') ?? '';
    return readDrawing(own, head, objects, glyphsOf).normalize('NFKC');
  });
}

function readObjects(file: Buffer): Map<number, PdfObject> {
  const text = file.toString('latin1');
  const objects = new Map<number, PdfObject>();
  for (const { 0: start, 1: number, index } of text.matchAll(/(?:^|\n)(\d+) 0 obj\n/g)) {
    const from = index + start.length;
    const end = text.indexOf('endobj', from);
    const mark = text.indexOf('stream\n', from);
    const isStream = mark >= 0 && mark < end;
    const head = text.slice(from, isStream ? mark : end);
    const length = Number(/\/Length (\d+)/.exec(head)?.[1] ?? 0);
    const raw = file.subarray(mark + 7, mark + 7 + length);
    const stream = !isStream ? Buffer.alloc(0) : head.includes('/FlateDecode') ? inflateSync(raw) : raw;
    objects.set(Number(number), { head, stream });
  }
  return objects;
}

const toReference = (head: string, name: string): number =>
  Number(new RegExp(String.raw`/${name} \[?\s*(\d+) 0 R`).exec(head)?.[1] ?? -1);

/** Page objects in the order of the page tree, whose branches stand in any order in the file. */
function toPageNumbers(objects: ReadonlyMap<number, PdfObject>): number[] {
  const below = (node: number): number[] => {
    const head = objects.get(node)?.head ?? '';
    const kids = /\/Kids \[([^\]]*)\]/.exec(head)?.[1];
    return kids === undefined ? [node] : [...kids.matchAll(/(\d+) 0 R/g)].flatMap(({ 1: kid }) => below(Number(kid)));
  };
  const catalog = [...objects.values()].find(({ head }) => /\/Type \/Catalog\b/.test(head));
  return below(toReference(catalog?.head ?? '', 'Pages'));
}

/** The text of a page or of a drawing within it. */
function readDrawing(
  drawing: string,
  head: string,
  objects: ReadonlyMap<number, PdfObject>,
  glyphsOf: (font: number) => Glyphs,
): string {
  const named = new Map(
    [...head.matchAll(/\/([A-Z]\d+) (\d+) 0 R/g)].map(({ 1: name = '', 2: number }) => [name, Number(number)]),
  );
  let glyphs = toGlyphs();
  let text = '';
  // The characters in place of the glyphs that follow, up to the end of the mark.
  let isReplaced = false;
  for (const { groups = {} } of drawing.matchAll(drawn)) {
    const { actual, end, font, codes, form } = groups;
    if (actual !== undefined) {
      text += toActualText(actual);
      isReplaced = true;
    } else if (end !== undefined) isReplaced = false;
    else if (font !== undefined) glyphs = glyphsOf(named.get(font) ?? -1);
    else if (codes !== undefined && !isReplaced) text += toText(codes, glyphs);
    else if (form !== undefined) {
      const inner = objects.get(named.get(form) ?? -1);
      if (inner?.head.includes('/Form') === true)
        text += readDrawing(inner.stream.toString('latin1'), inner.head, objects, glyphsOf);
    }
  }
  return text;
}

/** The parts of a drawing that matter to its text. */
const drawn =
  /\/ActualText (?<actual>\((?:\\[\s\S]|[^\\)])*\)|<FEFF[\dA-Fa-f]*>)|\b(?<end>EMC)\b|\/(?<font>F\d+) [\d.-]+ Tf|<(?<codes>[\dA-Fa-f]+)>|\/(?<form>X\d+) Do/g;

function toText(codes: string, { digits, texts }: Glyphs): string {
  let text = '';
  for (let at = 0; at < codes.length; at += digits)
    text += texts.get(Number.parseInt(codes.slice(at, at + digits), 16)) ?? '';
  return text;
}

/** A string of a PDF: `(characters)` with escapes or, beyond ASCII, `<FEFF…>` in UTF-16. */
function toActualText(value: string): string {
  if (value.startsWith('<')) return toCharacters(value.slice('<FEFF'.length, -1));
  return value
    .slice(1, -1)
    .replaceAll(/\\(?:([0-7]{1,3})|([\s\S]))/g, (_, octal: string | undefined, plain: string | undefined) =>
      octal === undefined ? (plain ?? '') : String.fromCodePoint(Number.parseInt(octal, 8)),
    );
}

/** Characters of hexadecimal UTF-16. */
const toCharacters = (hex: string): string => Buffer.from(hex, 'hex').swap16().toString('utf16le');

/** A ToUnicode map: single glyphs and runs of them. */
function toGlyphs(map?: Buffer): Glyphs {
  const source = map?.toString('latin1') ?? '';
  const texts = new Map<number, string>();
  for (const { 1: kind, 2: body = '' } of source.matchAll(/beginbf(char|range)([\s\S]*?)endbf/g)) {
    const values = [...body.matchAll(/<([\dA-Fa-f]+)>/g)].map(({ 1: hex = '' }) => hex);
    const step = kind === 'char' ? 2 : 3;
    for (let at = 0; at + step <= values.length; at += step) {
      const [first = 0, last = first] = values.slice(at, at + step - 1).map((hex) => Number.parseInt(hex, 16));
      const text = toCharacters(values[at + step - 1] ?? '');
      texts.set(first, text);
      for (let glyph = first + 1; glyph <= last; glyph += 1)
        texts.set(glyph, String.fromCodePoint((text.codePointAt(0) ?? 0) + glyph - first));
    }
  }
  return { digits: /begincodespacerange\s*<([\dA-Fa-f]+)>/.exec(source)?.[1]?.length ?? 4, texts };
}
