import type { Said } from './to-said.ts';
import { toDigest } from './told.ts';

/** One section of a device as it is kept: the newest that was ever said. */
export interface Section {
  observedAt: Date;
  receivedAt: Date;
  sourceName: string;
  /** Of a kept section only where it is asked for. */
  body: unknown;
  /** JSON of the body, where it was said anew. */
  text?: string | undefined;
  /** Of the body; '' where it is not known. */
  digest?: string | undefined;
  /** Of the body in the store. */
  keptDigest?: string | undefined;
  /** `identity` only: when a field was last said, where that was before `observedAt`; ISO 8601. */
  fieldTimes?: Readonly<Record<string, string>> | undefined;
}
export type Sections = ReadonlyMap<string, Section>;

interface Arrival {
  said: Pick<Said, 'source' | 'identity' | 'sections'>;
  observedAt: Date;
}

/**
 * Lays a report over the sections kept of its device: of every section the newest stays, whatever the order of arrival, and a
 * section that a report leaves out stays as it was.
 */
export function mergeReport(kept: Map<string, Section>, { said, observedAt }: Arrival, receivedAt: Date): void {
  const sourceName = said.source.name;
  const before = kept.get('identity');
  const isSame = isSameIdentity(kept, said);
  for (const [name, { body, text, digest }] of said.sections) {
    const old = kept.get(name);
    if (old !== undefined && !isLater({ observedAt, digest }, old)) continue;
    const keptDigest = old?.keptDigest;
    kept.set(name, { observedAt, receivedAt, sourceName, body, text, digest, keptDigest, fieldTimes: undefined });
  }
  // Told newly with the very text that is kept: it is what merging would make of it.
  if (isSame && before !== undefined && before.observedAt < observedAt) return;
  kept.set('identity', mergeIdentity(before, { observedAt, receivedAt, sourceName, body: said.identity }));
}

/** Of two reports of one time the section with the greater digest counts as the later, so that their order does not matter. */
function isLater(one: Pick<Section, 'observedAt' | 'digest'>, other: Pick<Section, 'observedAt' | 'digest'>): boolean {
  const difference = one.observedAt.getTime() - other.observedAt.getTime();
  return difference > 0 || (difference === 0 && (one.digest ?? '') > (other.digest ?? ''));
}

/** Whether a report tells the identity in the very text that is kept, all of it of one time. */
export function isSameIdentity(kept: Sections, { sections }: Pick<Said, 'sections'>): boolean {
  const before = kept.get('identity');
  return (
    before?.fieldTimes === undefined &&
    before?.digest !== undefined &&
    before.digest === sections.get('identity')?.digest
  );
}

/**
 * Identity is merged field by field: a reading that timed out half-way must not take the model's name away.
 * Of two measured values the newer stays; 'unknown' never replaces a measured one, however new it is.
 */
function mergeIdentity(kept: Section | undefined, said: Section): Section {
  const before = toRecord(kept?.body);
  const observedAt = kept !== undefined && kept.observedAt > said.observedAt ? kept.observedAt : said.observedAt;
  const body: Record<string, unknown> = {};
  const times: Record<string, string> = {};
  const newestAt = observedAt.toISOString();
  const put = (field: string, value: unknown, at: string) => {
    body[field] = value;
    if (at !== newestAt) times[field] = at;
  };
  const saidAt = said.observedAt.toISOString();
  const keptAt = kept?.observedAt.toISOString();
  for (const [field, value] of Object.entries(before)) put(field, value, kept?.fieldTimes?.[field] ?? keptAt ?? saidAt);
  for (const [field, value] of Object.entries(toRecord(said.body))) {
    if (value === undefined || (Array.isArray(value) && value.length === 0)) continue;
    const old = before[field];
    const oldAt = kept?.fieldTimes?.[field] ?? keptAt ?? '';
    const isNewer = oldAt < saidAt || (oldAt === saidAt && JSON.stringify(value) > JSON.stringify(old));
    if (old === undefined || isKnown(value) !== isKnown(old) ? old === undefined || isKnown(value) : isNewer) {
      delete times[field];
      put(field, value, saidAt);
    }
  }
  const isSameTime = kept?.observedAt.getTime() === said.observedAt.getTime();
  const isNewest =
    kept === undefined || (isSameTime ? said.sourceName > kept.sourceName : said.observedAt > kept.observedAt);
  const newest = isNewest ? said : kept;
  const text = JSON.stringify(body);
  const fieldTimes = Object.keys(times).length > 0 ? times : undefined;
  return { ...newest, observedAt, body, text, digest: toDigest(text), keptDigest: kept?.keptDigest, fieldTimes };
}

/** Anything but a reading that is not measured. */
const isKnown = (value: unknown): boolean =>
  !(typeof value === 'object' && value !== null && 'state' in value && value.state !== 'measured');

const toRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
