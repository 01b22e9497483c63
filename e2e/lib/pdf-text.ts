import { inflateSync } from 'node:zlib';

/** Characters of a font by glyph. */
type Glyphs = ReadonlyMap<number, string>;

interface PdfObject {
  readonly head: string;
  readonly stream: Buffer;
}

/**
 * The text of each page, in the order of its drawing, ligatures taken apart. Reads what Chromium writes (PDF
 * 1.4: plain objects, streams
 * deflated or bare, text as glyphs with a ToUnicode map); other files may give less.
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
  let glyphs: Glyphs = new Map();
  let text = '';
  for (const { groups = {} } of drawing.matchAll(
    /\/(?<font>F\d+) [\d.-]+ Tf|<(?<glyphs>[\dA-Fa-f]+)>|\/(?<form>X\d+) Do/g,
  )) {
    if (groups['font'] !== undefined) glyphs = glyphsOf(named.get(groups['font']) ?? -1);
    for (const [code] of groups['glyphs']?.matchAll(/.{4}/g) ?? []) text += glyphs.get(Number.parseInt(code, 16)) ?? '';
    const form = groups['form'] === undefined ? undefined : objects.get(named.get(groups['form']) ?? -1);
    if (form !== undefined && form.head.includes('/Form')) {
      text += readDrawing(form.stream.toString('latin1'), form.head, objects, glyphsOf);
    }
  }
  return text;
}

/** A ToUnicode map: single glyphs and runs of them. */
function toGlyphs(map: Buffer | undefined): Glyphs {
  const glyphs = new Map<number, string>();
  for (const { 1: kind, 2: body = '' } of (map?.toString('latin1') ?? '').matchAll(
    /beginbf(char|range)([\s\S]*?)endbf/g,
  )) {
    const values = [...body.matchAll(/<([\dA-Fa-f]+)>/g)].map(({ 1: hex = '' }) =>
      Number.parseInt(hex.slice(0, 4), 16),
    );
    const step = kind === 'char' ? 2 : 3;
    for (let at = 0; at + step <= values.length; at += step) {
      const [first = 0, last = 0, character = 0] =
        kind === 'char' ? [values[at], values[at], values[at + 1]] : values.slice(at, at + 3);
      for (let glyph = first; glyph <= last; glyph += 1)
        glyphs.set(glyph, String.fromCodePoint(character + glyph - first));
    }
  }
  return glyphs;
}
