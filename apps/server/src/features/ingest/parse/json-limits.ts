import { toPath } from '@platen/contract/issues';
import type { ReportIssue } from '@platen/contract/report';

/** JSON punctuation as bytes. */
export const byte = {
  quote: 34,
  comma: 44,
  colon: 58,
  listStart: 91,
  backslash: 92,
  listEnd: 93,
  objectStart: 123,
  objectEnd: 125,
} as const;

/**
 * Where the JSON value that begins at `from` ends; any position up to the end of the text if there is no
 * valid value.
 */
export function findEnd(json: Uint8Array, from: number): number {
  let depth = 0;
  for (let at = from; at < json.length; at++) {
    const unit = json[at];
    if (unit === byte.quote) at = findQuote(json, at + 1);
    else if (unit === byte.objectStart || unit === byte.listStart) depth++;
    else if (unit === byte.objectEnd || unit === byte.listEnd) {
      if (depth === 0) return at;
      depth--;
    } else if (unit === byte.comma && depth === 0) return at;
  }
  return json.length;
}

/** Where the string whose first character is at `from` ends. */
export function findQuote(json: Uint8Array, from: number): number {
  for (let at = from; at < json.length; at++) {
    const unit = json[at];
    if (unit === byte.quote) return at;
    if (unit === byte.backslash) at++;
  }
  return json.length;
}

interface JsonLimits {
  /** Deepest nesting of objects and lists; a report itself is the first level. */
  depth: number;
  /** Most entries of one list. */
  entries: number;
  /** Most members of one object. */
  members: number;
  /** Most values of the whole text, lists and objects among them. */
  values: number;
}

interface BoundedJson {
  /** The text itself where nothing was cut. */
  json: Buffer;
  /** Number of values in it. */
  values: number;
  /** What was cut, by path and reason; at most 20. */
  cuts: ReportIssue[];
}

/** This many are reported; a text with more than `mostCuts` was made to waste processor time. */
const reportedCuts = 20;
const mostCuts = 1000;
const nothing = Buffer.from('null', 'latin1');

/**
 * Bounds a JSON text in one linear pass over its bytes, before anything is parsed: lists and objects end at
 * their limit, and a list or object that lies too deep becomes null. Takes memory for `depth` levels only.
 * Text that is no JSON stays none, except inside what is cut. Where cutting does not help, why not, to follow
 * 'the report'.
 */
export function boundJson(json: Buffer, limits: JsonLimits): BoundedJson | string {
  return new Bounding(json, limits).run();
}

class Bounding {
  readonly #json: Buffer;
  readonly #limits: JsonLimits;
  readonly #pieces: Buffer[] = [];
  readonly #cuts: ReportIssue[] = [];
  /** Start of what is not in `#pieces` yet. */
  #from = 0;
  /** By level: the kind of bracket, the number of the current entry or member, and the start of its name. */
  readonly #kinds: Uint8Array;
  readonly #counts: Uint32Array;
  readonly #names: Uint32Array;
  #depth = 0;
  #values = 0;
  #cutCount = 0;

  constructor(json: Buffer, limits: JsonLimits) {
    this.#json = json;
    this.#limits = limits;
    const levels = limits.depth + 1;
    this.#kinds = new Uint8Array(levels);
    this.#counts = new Uint32Array(levels);
    this.#names = new Uint32Array(levels);
  }

  run(): BoundedJson | string {
    const json = this.#json;
    // Of an object: between a comma or its beginning and the colon.
    let isName = false;
    for (let at = 0; at < json.length; at++) {
      const unit = json[at];
      if (this.#values > this.#limits.values) return `holds more than ${this.#limits.values} values`;
      if (this.#cutCount > mostCuts) return `has more than ${mostCuts} places that are nested too deeply or too long`;
      if (unit === byte.quote) {
        if (isName) this.#names[this.#depth] = at;
        at = findQuote(json, at + 1);
      } else if (unit === byte.colon) isName = false;
      else if (unit === byte.comma) {
        this.#values++;
        const end = this.#next(at);
        if (end === undefined) isName = this.#kinds[this.#depth] === byte.objectStart;
        else at = end;
      } else if (unit === byte.objectStart || unit === byte.listStart) {
        this.#values++;
        if (this.#depth < this.#limits.depth) {
          this.#open(unit);
          isName = unit === byte.objectStart;
        } else
          at = this.#cut(at, skipBrackets(json, at), nothing, `nested deeper than ${this.#limits.depth} levels`) - 1;
      } else if (unit === byte.objectEnd || unit === byte.listEnd) {
        if (this.#depth > 0) this.#depth--;
        isName = false;
      }
    }
    if (this.#pieces.length > 0) this.#pieces.push(json.subarray(this.#from));
    return {
      json: this.#pieces.length === 0 ? json : Buffer.concat(this.#pieces),
      values: this.#values,
      cuts: this.#cuts,
    };
  }

  #open(kind: number): void {
    this.#depth++;
    this.#kinds[this.#depth] = kind;
    this.#counts[this.#depth] = 0;
    this.#names[this.#depth] = 0;
  }

  /**
   * Counts the entry or member before the comma at `at`. Where it was the last allowed, the end of those cut,
   * less one.
   */
  #next(at: number): number | undefined {
    if (this.#depth === 0) return undefined;
    const count = (this.#counts[this.#depth] ?? 0) + 1;
    this.#counts[this.#depth] = count;
    const isList = this.#kinds[this.#depth] === byte.listStart;
    const limit = isList ? this.#limits.entries : this.#limits.members;
    if (count < limit) return undefined;
    const end = skipToEnd(this.#json, at);
    // The path of the list itself, not of the entry.
    this.#depth--;
    this.#cut(at, end, undefined, `more than ${limit} ${isList ? 'entries' : 'members'}; those after are left out`);
    this.#depth++;
    return end - 1;
  }

  /** Leaves out the bytes `from` to `to`; returns `to`. */
  #cut(from: number, to: number, instead: Buffer | undefined, message: string): number {
    this.#pieces.push(this.#json.subarray(this.#from, from));
    if (instead !== undefined) this.#pieces.push(instead);
    this.#from = to;
    if (++this.#cutCount <= reportedCuts) this.#cuts.push({ path: this.#path(), message });
    return to;
  }

  /** Of the current value. */
  #path(): string {
    const path: PropertyKey[] = [];
    for (let level = 1; level <= this.#depth; level++) {
      if (this.#kinds[level] === byte.listStart) path.push(this.#counts[level] ?? 0);
      else {
        const start = (this.#names[level] ?? 0) + 1;
        path.push(this.#json.toString('utf8', start, Math.min(findQuote(this.#json, start), start + 100)));
      }
    }
    return toPath(path);
  }
}

/** After the list or object that begins at `from`; the end of the text where it does not end. */
function skipBrackets(json: Uint8Array, from: number): number {
  let depth = 0;
  for (let at = from; at < json.length; at++) {
    const unit = json[at];
    if (unit === byte.quote) at = findQuote(json, at + 1);
    else if (unit === byte.objectStart || unit === byte.listStart) depth++;
    else if (unit === byte.objectEnd || unit === byte.listEnd) {
      depth--;
      if (depth === 0) return at + 1;
    }
  }
  return json.length;
}

/** The bracket that ends the list or object inside which `from` is. */
function skipToEnd(json: Uint8Array, from: number): number {
  for (let at = from; at < json.length; at++) {
    const unit = json[at];
    if (unit === byte.quote) at = findQuote(json, at + 1);
    else if (unit === byte.objectStart || unit === byte.listStart) at = skipBrackets(json, at) - 1;
    else if (unit === byte.objectEnd || unit === byte.listEnd) return at;
  }
  return json.length;
}
