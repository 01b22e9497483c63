import { ingestLimits } from '@platen/contract/ingest';
import { Refusal } from '../../../base/errors.ts';
import { byte, findEnd, findQuote } from '../parse/json-limits.ts';
import type { ReportLine } from '../parse/parse-line.ts';

const expected = new Refusal(202001, 'reports: expected {"reports": [ … ]}');
const notJson = new Refusal(202001, 'the body is not JSON');
const tooMany = new Refusal(
  202001,
  `the delivery holds more than ${ingestLimits.reports} reports, at most ${ingestLimits.reports} are taken`,
);

/**
 * Splits a body into reports. Throws 202001 if it is no delivery at all; an invalid report is found when it
 * is parsed.
 */
export function splitBody(body: Buffer, contentType: string | undefined): ReportLine[] {
  const type = (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const items = /^application\/(x-)?(ndjson|jsonlines|jsonl)$/.test(type) ? splitLines(body) : splitJson(body, type);
  if (items.length === 0) throw new Refusal(202001, 'the delivery holds no report');
  if (items.length > ingestLimits.reports) throw tooMany;
  return items;
}

/**
 * `{"reports": [ … ]}`: reports are found by their brackets and parsed later, so that an invalid one affects
 * no other.
 */
function splitJson(body: Buffer, type: string): ReportLine[] {
  if (type !== 'application/json')
    throw new Refusal(
      202001,
      `content-type '${type.slice(0, 64)}' is not understood: use application/json or application/x-ndjson`,
    );
  const start = skipBlanks(body, 0);
  if (body[start] !== byte.objectStart) throw toExpected(body, start);
  let items: ReportLine[] | undefined;
  const extra: string[] = [];
  let at = skipBlanks(body, start + 1);
  while (body[at] === byte.quote) {
    const nameEnd = findQuote(body, at + 1);
    const name = body.toString('utf8', at + 1, Math.min(nameEnd, at + 100));
    at = skipBlanks(body, nameEnd + 1);
    if (body[at] !== byte.colon) throw notJson;
    at = skipBlanks(body, at + 1);
    if (name === 'reports' && items !== undefined) throw new Refusal(202001, 'reports: given twice');
    if (name === 'reports') [items, at] = splitList(body, at);
    else {
      if (extra.length < 5) extra.push(name);
      at = findEnd(body, at);
    }
    at = skipBlanks(body, at);
    if (body[at] !== byte.comma) break;
    at = skipBlanks(body, at + 1);
    if (body[at] !== byte.quote) throw notJson;
  }
  if (body[at] !== byte.objectEnd || skipBlanks(body, at + 1) < body.length) throw notJson;
  if (extra.length > 0)
    throw new Refusal(202001, `${extra.join(', ').slice(0, 200)}: not known, expected {"reports": [ … ]}`);
  if (items === undefined) throw expected;
  return items;
}

/**
 * The entries of the list that begins at `from`, at most one more than a delivery may hold, and where the
 * list ends.
 */
function splitList(body: Buffer, from: number): [ReportLine[], number] {
  if (body[from] !== byte.listStart) throw toExpected(body, from);
  const items: ReportLine[] = [];
  let at = skipBlanks(body, from + 1);
  if (body[at] === byte.listEnd) return [items, at + 1];
  for (;;) {
    const end = findEnd(body, at);
    if (end === at) throw notJson;
    items.push({ index: items.length, line: body.subarray(at, end) });
    if (items.length > ingestLimits.reports) throw tooMany;
    if (body[end] === byte.listEnd) return [items, end + 1];
    if (body[end] !== byte.comma) throw notJson;
    at = skipBlanks(body, end + 1);
  }
}

/** The refusal: for another JSON value, or for text that is no JSON. */
function toExpected(body: Buffer, at: number): Refusal {
  return [byte.listStart, byte.objectStart, byte.quote].some((unit) => unit === body[at]) ||
    /^(-?\d|true|false|null)/.test(body.toString('latin1', at, at + 5))
    ? expected
    : notJson;
}

function skipBlanks(body: Buffer, from: number): number {
  let at = from;
  while (isBlankByte(body[at])) at++;
  return at;
}

/** Lines are parsed one by one later: all reports at once would take ten times the memory. */
function splitLines(body: Buffer): ReportLine[] {
  const items: ReportLine[] = [];
  for (let from = 0; from < body.length && items.length <= ingestLimits.reports; ) {
    const end = body.indexOf(10, from);
    const line = body.subarray(from, end === -1 ? body.length : end);
    from = end === -1 ? body.length : end + 1;
    if (isBlank(line)) continue;
    items.push({ index: items.length, line });
  }
  return items;
}

const isBlankByte = (unit: number | undefined): boolean => unit === 32 || unit === 9 || unit === 10 || unit === 13;
const isBlank = (line: Buffer) => line.every(isBlankByte);
