/**
 * One wrong place of the catalogue: the file under packages/catalogue/src/data, the key in it, and what is
 * wrong there.
 */
export interface Finding {
  readonly file: string;
  readonly key: string;
  readonly what: string;
}

/** The catalogue's files as written, by their path under packages/catalogue/src/data. */
export type Files = ReadonlyMap<string, string>;

/**
 * The content of a file; undefined where it is missing or is no JSON, which is then a finding. Keys that one
 * object holds twice are findings too: a JSON reader keeps the last of them and says nothing.
 */
export function readJson(file: string, files: Files): { json: unknown; findings: Finding[] } {
  const text = files.get(file);
  if (text === undefined) return { json: undefined, findings: [{ file, key: '-', what: 'the file is missing' }] };
  try {
    const json: unknown = JSON.parse(text);
    const findings = findDuplicateKeys(text).map((key) => ({ file, key, what: 'stands twice in the same list' }));
    return { json, findings };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return {
      json: undefined,
      findings: [{ file, key: '-', what: `is not valid JSON: ${reason}${lineOf(reason, text)}` }],
    };
  }
}

/**
 * The line of the position that a JSON reader names, counted from 1; nothing where it names none, or the line
 * itself.
 */
function lineOf(reason: string, text: string): string {
  const position = reason.includes('line ') ? undefined : /position (\d+)/.exec(reason)?.[1];
  return position === undefined ? '' : ` (line ${text.slice(0, Number(position)).split('\n').length})`;
}

const token = /"(?:[^"\\]|\\.)*"(?=(\s*:)?)|[{}[\]]/g;

/** Keys that an object of a valid JSON text holds more than once, each named once a repetition. */
export function findDuplicateKeys(text: string): string[] {
  const duplicates: string[] = [];
  const open: (Set<string> | undefined)[] = [];
  for (const [part, colon] of text.matchAll(token)) {
    if (part === '{') open.push(new Set());
    else if (part === '[') open.push(undefined);
    else if (part === '}' || part === ']') open.pop();
    else if (colon !== undefined) {
      const key = String(JSON.parse(part));
      if (open.at(-1)?.has(key) === true) duplicates.push(key);
      open.at(-1)?.add(key);
    }
  }
  return duplicates;
}
