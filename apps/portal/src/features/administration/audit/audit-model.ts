import { type AuditEntry, actorKinds, type listAudit } from '@platen/contract/audit';
import type { QueryOf } from '@platen/contract/endpoint';

/** What of the audit is shown, as the address has it; days `YYYY-MM-DD` in the zone of the browser. */
export interface AuditSearch {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly kind?: (typeof actorKinds)[number] | undefined;
  readonly subject?: string | undefined;
  readonly search?: string | undefined;
}

/** Days that are shown while the address names none, today included; of one subject all are. */
const usualDays = 7;

const isDay = (text: unknown): text is string =>
  typeof text === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
const isKind = (text: unknown): text is (typeof actorKinds)[number] => actorKinds.some((kind) => kind === text);
const toText = (text: unknown): string | undefined =>
  typeof text === 'string' && text !== '' ? text.slice(0, 200) : undefined;

/** What of an address is understood; the rest counts as left out. */
export function readAuditSearch(search: Readonly<Record<string, unknown>>): AuditSearch {
  return {
    from: isDay(search['from']) ? search['from'] : undefined,
    to: isDay(search['to']) ? search['to'] : undefined,
    kind: isKind(search['kind']) ? search['kind'] : undefined,
    subject: toText(search['subject']),
    search: toText(search['search']),
  };
}

const toDay = (at: Date): string =>
  `${at.getFullYear()}-${String(at.getMonth() + 1).padStart(2, '0')}-${String(at.getDate()).padStart(2, '0')}`;

/** The first day of a selection; undefined: from the beginning. */
export const firstDay = ({ from, subject }: AuditSearch, now: Date): string | undefined =>
  from ??
  (subject === undefined
    ? toDay(new Date(now.getFullYear(), now.getMonth(), now.getDate() - usualDays + 1))
    : undefined);

/** Days become instants: from the beginning of the first to the end of the last. */
export function toQuery(search: AuditSearch, now: Date): QueryOf<typeof listAudit> {
  const { to, kind, subject, search: text } = search;
  const from = firstDay(search, now);
  const start = (day: string, more = 0) => {
    const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
    return new Date(year, month - 1, date + more).toISOString();
  };
  return {
    ...(from !== undefined && { from: start(from) }),
    ...(to !== undefined && { to: start(to, 1) }),
    ...(kind !== undefined && { kind }),
    ...(subject !== undefined && { subject }),
    ...(text !== undefined && { search: text }),
  };
}

interface ChangedValue {
  readonly name: string;
  readonly before: string | null;
  readonly after: string | null;
}

/**
 * The values of an entry: with before and after where it has both, else each with what it is. Null: there was
 * none.
 */
export function toValues({ detail }: AuditEntry): { readonly isChange: boolean; readonly values: ChangedValue[] } {
  const { before, after, ...rest } = detail;
  if (before === undefined && after === undefined)
    return { isChange: false, values: Object.entries(rest).map(([name, value]) => toValue(name, undefined, value)) };
  const [old, next] = [toRecord(before), toRecord(after)];
  const names = [...new Set([...Object.keys(old), ...Object.keys(next)])];
  return {
    isChange: true,
    values: [
      ...names.map((name) => toValue(name, old[name], next[name])),
      ...Object.entries(rest).map(([name, value]) => toValue(name, undefined, value)),
    ],
  };
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
/** A single value that changed stands under no name. */
const toRecord = (value: unknown): Record<string, unknown> =>
  isRecord(value) ? value : value === undefined || value === null ? {} : { '': value };

const toValue = (name: string, before: unknown, after: unknown): ChangedValue => ({
  name,
  before: toWords(before),
  after: toWords(after),
});

function toWords(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((item) => typeof item === 'string' || typeof item === 'number'))
    return value.join(', ');
  return JSON.stringify(value);
}

/** The changed values in a line: `leadDays: 3 → 5`; what has parts itself stands as `…` there. */
export function toSummary(entry: AuditEntry): string {
  const { isChange, values } = toValues(entry);
  return values
    .filter(({ before, after }) => !isChange || before !== after)
    .map(({ name, ...value }) => {
      const [before, after] = [toShort(value.before), toShort(value.after)];
      const shown = isChange && before !== null ? `${before} → ${after ?? '-'}` : (after ?? '-');
      return name === '' ? shown : `${name}: ${shown}`;
    })
    .join(', ');
}

const toShort = (text: string | null): string | null => (text !== null && /^[[{]/.test(text) ? '…' : text);
