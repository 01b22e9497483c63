import { isAscii, isUtf8 } from 'node:buffer';
import { ingestLimits } from '@platen/contract/ingest';
import { type DeviceReport, type ReportIssue, sectionNames } from '@platen/contract/report';
import { findEnd, walkMembers } from './json-bytes.ts';
import { boundJson } from './json-limits.ts';
import { knownSections } from './known-sections.ts';
import { shortenCodes } from './short-codes.ts';
import { type ShortList, shortenParts, shortenSensors } from './short-lists.ts';
import type { Extracts, Json, SaidSection } from './to-said.ts';

/** A report out of its JSON text. */
export interface ReadReport {
  value: unknown;
  /** The JSON had no \\u escape, so no text in it can hold a character that is only possible by one. */
  plain: boolean;
  /** Longer than a report may be; it may be once what is wrong in it is left out. */
  large: boolean;
  /** What was cut off before it was parsed. */
  cuts: ReportIssue[];
}

const strictText = new TextDecoder('utf-8', { fatal: true });

/** The report in a JSON text, or what is wrong with the text, to follow 'the report'. */
export function readLine(line: Buffer): ReadReport | string {
  const bounded = boundJson(line, reportLimits);
  if (typeof bounded === 'string') return bounded;
  const { json, cuts } = bounded;
  let text: string;
  try {
    text = strictText.decode(json);
  } catch {
    return 'is not UTF-8 text';
  }
  try {
    const value: unknown = JSON.parse(text);
    return { value, plain: isPlain(json), large: json.length > ingestLimits.reportBytes, cuts };
  } catch (error) {
    return `is not JSON: ${error instanceof Error ? error.message.slice(0, 200) : ''}`;
  }
}

const { depth, listEntries, objectMembers, reportValues } = ingestLimits;
/** Of a section that is read quickly; the codes of one kind have fewer. */
const mostCommas = 20_000;
const reportLimits = { depth, entries: listEntries, members: objectMembers, values: reportValues };

/**
 * The same in a fraction of the time, for lines written as `JSON.stringify` does: section by section, lists of figures byte by
 * byte, sections that were met before not at all. The report holds only what is still to be looked at. Undefined where the
 * line is to be read carefully. What it gives back may still be no report.
 */
export function readQuickly(line: Buffer): { value: Record<string, unknown>; extracts: Extracts } | undefined {
  if (line.length > ingestLimits.reportBytes || !isPlain(line) || !isUtf8(line)) return undefined;
  const encoding = isAscii(line) ? 'latin1' : 'utf8';
  const value: Record<string, unknown> = {};
  const texts = new Map<string, Json>();
  const known = new Map<string, SaidSection>();
  const lists = new Map<string, ShortList>();
  const read = (name: string, from: number): number | undefined => {
    if (!members.has(name) || texts.has(name) || known.has(name) || lists.has(name)) return undefined;
    const list = shorteners.get(name)?.(line, from);
    if (list !== undefined) {
      lists.set(name, list);
      value[name] = list.rest;
      return list.end;
    }
    const end = findEnd(line, from, depth, mostCommas);
    if (end === -1) return undefined;
    const text = line.toString(encoding, from, end);
    const before = knownSections.get(name);
    const section = before?.find(text);
    if (section !== undefined) {
      known.set(name, section);
      if (heads.has(name)) value[name] = section.body;
    } else {
      texts.set(name, before === undefined ? line.subarray(from, end) : text);
      value[name] = JSON.parse(text);
    }
    return end;
  };
  try {
    return walkMembers(line, read) ? { value, extracts: { texts, known, lists } } : undefined;
  } catch {
    // Not JSON, and the careful reader says where.
    return undefined;
  }
}

/** All but `mustUnderstand`, which speaks of the report as a whole. */
const members: ReadonlySet<string> = new Set(['version', 'observedAt', 'source', 'site', 'identity', ...sectionNames]);
/** Without these it is no report. */
const heads: ReadonlySet<string> = new Set(['source', 'identity']);

const shorteners: ReadonlyMap<string, (json: Buffer, from?: number) => ShortList | undefined> = new Map([
  ['parts', shortenParts],
  ['sensors', shortenSensors],
  ['codes', shortenCodes],
]);

/** The sections of a report that can be kept short. */
export function findShortLists(report: DeviceReport): Extracts['lists'] {
  const lists = new Map<string, ShortList>();
  for (const name of ['parts', 'sensors', 'codes'] as const) {
    const list = report[name] && shorteners.get(name)?.(Buffer.from(JSON.stringify(report[name])));
    if (list !== undefined) lists.set(name, list);
  }
  return lists;
}

const isPlain = (json: Buffer): boolean => !json.includes('\\u');
