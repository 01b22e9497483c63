import { type ParsedSection, type ReportContent, toDigest } from '../parse/report-content.ts';

/** The newest version of a section that a device reported, with its provenance. */
export interface DeviceSection {
  observedAt: Date;
  receivedAt: Date;
  sourceName: string;
  /** Of a stored section only if it was read. */
  body: unknown;
  /** JSON to be stored; undefined of a section that was not reported again. */
  text?: string | undefined;
  /** Of the body; '' where it is not known. */
  digest?: string | undefined;
  /** Of the body in the database. */
  storedDigest?: string | undefined;
  /** `identity` only: when a field was last reported, if before `observedAt`; ISO 8601. */
  fieldTimes?: Readonly<Record<string, string>> | undefined;
}
export type DeviceSections = ReadonlyMap<string, DeviceSection>;

type Arrived = Pick<ReportContent, 'source' | 'identity' | 'sections'> & { observedAt: Date };

/**
 * Merges a report into the sections of its device: the newest version of each section stays, whatever the
 * order of arrival, and a section that the report leaves out stays as it is.
 */
export function mergeReport(sections: Map<string, DeviceSection>, report: Arrived, receivedAt: Date): void {
  const { observedAt } = report;
  const sourceName = report.source.name;
  const before = sections.get('identity');
  const isSame = isSameIdentity(sections, report);
  for (const [name, { body, text, digest }] of report.sections) {
    const old = sections.get(name);
    if (old !== undefined && !isLater({ observedAt, digest }, old)) continue;
    const storedDigest = old?.storedDigest;
    sections.set(name, { observedAt, receivedAt, sourceName, body, text, digest, storedDigest, fieldTimes: undefined });
  }
  // Unchanged identity: merging would give the same result.
  if (isSame && before !== undefined && before.observedAt < observedAt) return;
  sections.set('identity', mergeIdentity(before, { observedAt, receivedAt, sourceName, body: report.identity }));
}

/**
 * The site of a device whose reports name none, from the scope of its collector. Of the earliest possible
 * time, so that any reported site replaces it, whatever the order of arrival.
 */
export function toHomeSection(
  { body, text, digest }: ParsedSection,
  sections: DeviceSections,
  receivedAt: Date,
): DeviceSection {
  const sourceName = sections.get('source')?.sourceName ?? '';
  return { observedAt: new Date(0), receivedAt, sourceName, body, text, digest };
}

type Dated = Pick<DeviceSection, 'observedAt' | 'digest'>;

/**
 * If two reports have the same time, the greater digest counts as the later, so that their order does not
 * matter.
 */
function isLater(one: Dated, other: Dated): boolean {
  const difference = one.observedAt.getTime() - other.observedAt.getTime();
  return difference > 0 || (difference === 0 && (one.digest ?? '') > (other.digest ?? ''));
}

/** Whether a report has the stored identity, unchanged and with all fields of one time. */
export function isSameIdentity(stored: DeviceSections, { sections }: Pick<ReportContent, 'sections'>): boolean {
  const before = stored.get('identity');
  return (
    before?.fieldTimes === undefined &&
    before?.digest !== undefined &&
    before.digest === sections.get('identity')?.digest
  );
}

/**
 * Identity is merged field by field: a reading that timed out half-way must not remove the model's name. Of
 * two measured values the newer stays; 'unknown' never replaces a measured one, however new it is.
 */
function mergeIdentity(stored: DeviceSection | undefined, reported: DeviceSection): DeviceSection {
  const before = toRecord(stored?.body);
  const observedAt =
    stored !== undefined && stored.observedAt > reported.observedAt ? stored.observedAt : reported.observedAt;
  const body: Record<string, unknown> = {};
  const times: Record<string, string> = {};
  const newestAt = observedAt.toISOString();
  const put = (field: string, value: unknown, at: string) => {
    body[field] = value;
    if (at !== newestAt) times[field] = at;
  };
  const reportedAt = reported.observedAt.toISOString();
  const storedAt = stored?.observedAt.toISOString();
  for (const [field, value] of Object.entries(before))
    put(field, value, stored?.fieldTimes?.[field] ?? storedAt ?? reportedAt);
  for (const [field, value] of Object.entries(toRecord(reported.body))) {
    if (value === undefined || (Array.isArray(value) && value.length === 0)) continue;
    const old = before[field];
    const oldAt = stored?.fieldTimes?.[field] ?? storedAt ?? '';
    const isNewer = oldAt < reportedAt || (oldAt === reportedAt && JSON.stringify(value) > JSON.stringify(old));
    if (old === undefined || isKnown(value) !== isKnown(old) ? old === undefined || isKnown(value) : isNewer) {
      delete times[field];
      put(field, value, reportedAt);
    }
  }
  const isSameTime = stored?.observedAt.getTime() === reported.observedAt.getTime();
  const isNewest =
    stored === undefined ||
    (isSameTime ? reported.sourceName > stored.sourceName : reported.observedAt > stored.observedAt);
  const newest = isNewest ? reported : stored;
  const text = JSON.stringify(body);
  const fieldTimes = Object.keys(times).length > 0 ? times : undefined;
  return { ...newest, observedAt, body, text, digest: toDigest(text), storedDigest: stored?.storedDigest, fieldTimes };
}

/** Anything but a reading that is not measured. */
const isKnown = (value: unknown): boolean =>
  !(typeof value === 'object' && value !== null && 'state' in value && value.state !== 'measured');

const toRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
