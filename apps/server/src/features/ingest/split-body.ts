import { ingestLimits } from '@platen/contract/ingest';
import { Refusal } from '../../http/refusal.ts';

/** One report of a delivery as it came: in a line of its own, or as a value of a JSON document. */
export type Item =
  | { index: number; line: Buffer }
  /**
   * `plain`: the JSON had no \\u escape, so no text in it can hold a character that is only possible by one.
   * `large`: longer than a report may be; it may be once what is wrong in it is left out.
   */
  | { index: number; value: unknown; plain?: boolean; large?: boolean };

const strictText = new TextDecoder('utf-8', { fatal: true });

/** Takes a body apart. Throws 202001 when it is no delivery at all; a bad line of NDJSON spoils only itself, and is found when it is read. */
export function splitBody(body: Buffer, contentType: string | undefined): Item[] {
  const type = (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const items = /^application\/(x-)?(ndjson|jsonlines|jsonl)$/.test(type) ? splitLines(body) : splitJson(body, type);
  if (items.length === 0) throw new Refusal(202001, 'the delivery holds no report');
  if (items.length > ingestLimits.reports)
    throw new Refusal(202001, `the delivery holds ${items.length} reports, at most ${ingestLimits.reports} are taken`);
  return items;
}

function splitJson(body: Buffer, type: string): Item[] {
  if (type !== 'application/json')
    throw new Refusal(
      202001,
      `content-type '${type.slice(0, 64)}' is not understood: use application/json or application/x-ndjson`,
    );
  const delivery = parse(body);
  if (!delivery.ok) throw new Refusal(202001, `the body ${delivery.problem}`);
  const { value } = delivery;
  if (typeof value !== 'object' || value === null || !('reports' in value) || !Array.isArray(value.reports))
    throw new Refusal(202001, 'reports: expected {"reports": [ … ]}');
  const extra = Object.keys(value).filter((key) => key !== 'reports');
  if (extra.length > 0)
    throw new Refusal(202001, `${extra.slice(0, 5).join(', ').slice(0, 200)}: not known, expected {"reports": [ … ]}`);
  const reports: readonly unknown[] = value.reports;
  // Measured one by one only where one could be too large.
  const check = body.length > ingestLimits.reportBytes;
  const plain = isPlain(body);
  return reports.map((value, index) => ({
    index,
    value,
    plain,
    large: check && Buffer.byteLength(JSON.stringify(value)) > ingestLimits.reportBytes,
  }));
}

/** Lines are read one by one later: all their reports at once would take ten times the memory. */
function splitLines(body: Buffer): Item[] {
  const items: Item[] = [];
  for (let from = 0; from < body.length && items.length <= ingestLimits.reports; ) {
    const end = body.indexOf(10, from);
    const line = body.subarray(from, end === -1 ? body.length : end);
    from = end === -1 ? body.length : end + 1;
    if (isBlank(line)) continue;
    items.push({ index: items.length, line });
  }
  return items;
}

function parse(bytes: Buffer): { ok: true; value: unknown } | { ok: false; problem: string } {
  let text: string;
  try {
    text = strictText.decode(bytes);
  } catch {
    return { ok: false, problem: 'is not UTF-8 text' };
  }
  try {
    const value: unknown = JSON.parse(text);
    return { ok: true, value };
  } catch (error) {
    return { ok: false, problem: `is not JSON: ${error instanceof Error ? error.message.slice(0, 200) : ''}` };
  }
}

const isPlain = (json: Buffer): boolean => !json.includes('\\u');
const isBlank = (line: Buffer) => line.every((byte) => byte === 32 || byte === 9 || byte === 13);
