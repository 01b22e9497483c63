import { texts as device } from '@platen/catalogue/texts/device-en-us';
import { texts } from '@platen/catalogue/texts/en-us';
import type { Agreement } from './agreements.ts';
import { at, type Device } from './shown-figures.ts';

type Entry = Readonly<Record<string, unknown>>;
const entriesAt = (value: unknown, path: string): readonly Entry[] => {
  const found = at(value, path);
  return Array.isArray(found) ? found : [];
};

/** Rows of a CSV file; cells may be quoted. */
export const readCsv = (file: string): string[][] =>
  file
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .filter((line) => line !== '')
    .map((line) => [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,"]*))/g)].map(toCell));

const toCell = ([, quoted, bare]: RegExpMatchArray): string => quoted?.replaceAll('""', '"') ?? bare ?? '';

const { columns } = texts.deviceList;

/**
 * What the row of the list, the profile and the export show of a device, and what its status is made of: its
 * reasons, the parts past their rated life, the service calls of the error history.
 */
export function* listAgreementsOf({ answers, listed, exported }: Device): Generator<Agreement> {
  const profile = answers['profile'] ?? {};
  const reasons = entriesAt(profile, 'statusReasons');
  for (const field of ['status', 'model', 'customerName', 'description', 'dealerName', 'updatedAt'])
    yield { fact: `list: ${field}`, one: listed[field], other: profile[field] };
  yield { fact: 'list: first reason', one: listed['statusReason'], other: reasons[0] ?? null };
  yield { fact: 'status of its reasons', one: profile['status'], other: statusOf(reasons) };
  yield { fact: 'export: status', one: exported[columns.status]?.toLowerCase(), other: listed['status'] };
  yield { fact: 'export: model', one: exported[columns.model], other: listed['model'] };
  const head = Object.keys(exported).find((name) => name.startsWith('Last report')) ?? '';
  yield { fact: 'export: last report', one: toSecond(exported[head]), other: toSecond(listed['updatedAt']) };

  const parts = entriesAt(answers['PMParts'], 'parts');
  for (const verdict of ['due', 'nextVisit'] as const) {
    const cell = Object.entries(exported).find(([name]) => name === `Parts: ${device.judged.verdict[verdict]}`)?.[1];
    const count = parts.filter((part) => at(part, 'verdict.verdict') === verdict).length;
    yield { fact: `export: parts ${verdict}`, one: cell === '' ? 0 : cell?.split('; ').length, other: count };
  }
  const past = parts.filter(
    (part) => Number(at(part, 'verdict.rated.consumed')) >= Number(at(part, 'verdict.rated.threshold')),
  );
  const isOverdue = past.length >= 3 || past.some((part) => at(part, 'verdict.speaks') === 'rated');
  const maintenance = reasons.find(({ source }) => source === 'maintenance');
  yield { fact: 'parts overdue', one: maintenance?.['count'] ?? 0, other: isOverdue ? past.length : 0 };
  for (const { code, count, since } of reasons.filter(({ source }) => source === 'serviceCalls')) {
    const calls = entriesAt(answers['error/logs'], 'errorLogs').filter(
      (call) =>
        call['category'] === 'serviceCall' &&
        (code === '' || call['errorCode'] === code) &&
        String(call['occurredAt']) >= String(since),
    );
    yield { fact: `repeated calls ${String(code)}`, one: count, other: calls.length };
  }
}

const toSecond = (time: unknown): number => Math.floor(Date.parse(String(time)) / 1000);

/** The worst of the reasons; a hint changes no status, silence covers all. */
function statusOf(reasons: readonly Entry[]): string {
  const has = (field: string, value: string) => reasons.some((reason) => reason[field] === value);
  if (has('source', 'noReport')) return 'offline';
  const worst = ['error', 'warning'].find((severity) => has('severity', severity));
  return worst ?? (has('source', 'notReported') ? 'unknown' : 'normal');
}
