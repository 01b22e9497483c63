import { ingestLimits } from '@platen/contract/ingest';
import type { ReportIssue } from '@platen/contract/report';
import { boundJson } from './json-limits.ts';

/** A report out of its JSON text. */
export interface ReadReport {
  value: unknown;
  /** The JSON had no \u escape, so no text in it can hold a character that is only possible by one. */
  plain: boolean;
  /** Longer than a report may be; it may be shorter once what is wrong in it is left out. */
  large: boolean;
  /** What was cut off before it was parsed. */
  cuts: ReportIssue[];
}

const strictText = new TextDecoder('utf-8', { fatal: true });
const { depth, listEntries, objectMembers, reportValues } = ingestLimits;
const reportLimits = { depth, entries: listEntries, members: objectMembers, values: reportValues };

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
    return { value, plain: !json.includes('\\u'), large: json.length > ingestLimits.reportBytes, cuts };
  } catch (error) {
    return `is not JSON: ${error instanceof Error ? error.message.slice(0, 200) : ''}`;
  }
}
