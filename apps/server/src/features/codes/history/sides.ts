import { dayMs } from '@platen/contract/constants';
import { day as daySchema, instant, uuid } from '@platen/contract/values';
import { type CodeReading, readingAt } from '@platen/diagnosis/code-history/code-spans';
import { toUsualSide } from '@platen/diagnosis/code-history/compare-sides';
import type { ModelValues } from '@platen/diagnosis/code-history/model-values';
import { Refusal } from '../../../base/errors.ts';
import { loadPastVisits } from '../../../history/code-history/load-past.ts';
import { loadCodeReadings } from '../../../history/code-history/load-readings.ts';
import type { SignedInUser } from '../../../identity/signed-in-user.ts';
import { type HistoryDevice, readHistoryDevice } from './changes.ts';
import { readStandardCodes } from './standards-store.ts';
import type { Store } from './values.ts';

/** One side of a comparison, found. */
export interface Side {
  /** Instant of the reading; null: of no single reading. */
  readonly at: number | null;
  readonly name: string | null;
  readonly codes: ReadonlyMap<string, string>;
  /** Another device. */
  readonly isOther: boolean;
  /** Chosen codes alone: the model's usual ones, or a standard. */
  readonly isList: boolean;
  readonly isUsual: boolean;
}

const bare = ['today', 'first', 'lastVisit', 'visitBefore', 'usual'] as const;
const named = ['day', 'at', 'visit', 'device', 'standard'] as const;
type Place = 'left' | 'right';
type WantedSide =
  | { readonly kind: (typeof bare)[number]; readonly name: null }
  | { readonly kind: (typeof named)[number]; readonly name: string };

/** A side as the address names it: `lastVisit`, `day:2026-11-03`. Refuses 202001 any other text. */
export function parseSide(place: Place, text: string): WantedSide {
  const kind = bare.find((one) => one === text);
  if (kind !== undefined) return { kind, name: null };
  const [head = '', name = ''] = text.split(/:(.*)/s, 2);
  const found = named.find((one) => one === head);
  const form = found === 'day' ? daySchema : found === 'at' ? instant : uuid;
  if (found === undefined || !form.safeParse(name).success)
    throw new Refusal(
      202001,
      `${place}: expected ${bare.join(', ')}, day:YYYY-MM-DD, at: with an instant, visit:, device: or standard: with an id`,
    );
  return { kind: found, name };
}

export interface SideContext {
  readonly store: Store;
  readonly user: SignedInUser;
  readonly deviceId: string;
  readonly device: HistoryDevice;
  readonly values: ModelValues;
  readonly newest: CodeReading | undefined;
  readonly now: Date;
}

const list = { at: null, isOther: false, isList: true } as const;
const own = { name: null, isOther: false, isList: false, isUsual: false } as const;
const toOwn = (reading: CodeReading | undefined): Side => ({
  ...own,
  at: reading?.at ?? null,
  codes: reading?.codes ?? new Map(),
});

/** Finds what a side names. Refuses 202001 where there is none, and a hidden device as every call does. */
export async function readSide(context: SideContext, place: Place, wanted: WantedSide): Promise<Side> {
  const { store, user, device, values, newest } = context;
  switch (wanted.kind) {
    case 'today':
      return toOwn(newest);
    case 'first':
      return toOwn(device.first === null ? undefined : await readAt(context, new Date(device.first)));
    case 'day':
      return toOwn(await readAt(context, new Date(Date.parse(`${wanted.name}T00:00:00Z`) + dayMs - 1)));
    case 'at':
      return toOwn(await readAt(context, new Date(wanted.name)));
    case 'usual':
      return { ...list, name: null, codes: toUsualSide(values), isUsual: true };
    case 'standard': {
      const standard = await readStandardCodes(store.db, user, wanted.name);
      if (standard.family !== device.family)
        throw new Refusal(202001, `${place}: a standard of another family than this device`);
      return { ...list, name: standard.name, codes: new Map(Object.entries(standard.codes)), isUsual: false };
    }
    case 'device': {
      const other = await readHistoryDevice(store, user, wanted.name);
      if (other.family === null || other.family !== device.family)
        throw new Refusal(202001, `${place}: a device of another family than this one`);
      const at = other.last === null ? null : new Date(other.last);
      const found = at === null ? undefined : await readAt({ ...context, deviceId: wanted.name }, at);
      return { ...toOwn(found), name: other.serial, isOther: true };
    }
    case 'lastVisit':
    case 'visitBefore':
    case 'visit':
      return toOwn(await readAt(context, await findVisit(context, place, wanted)));
    default:
      return wanted satisfies never;
  }
}

/** The newest reading until an instant. */
async function readAt({ store, deviceId }: SideContext, at: Date): Promise<CodeReading | undefined> {
  return readingAt((await loadCodeReadings(store.db, [deviceId], at, at)).get(deviceId) ?? [], at.getTime());
}

/** Arrival of a visit: the side is what the device reported before anything was set on it. */
async function findVisit({ store, deviceId }: SideContext, place: Place, wanted: WantedSide): Promise<Date> {
  const visits = await loadPastVisits(store.db, deviceId, new Date(0));
  const visit =
    wanted.kind === 'visit'
      ? visits.find(({ visitId }) => visitId === wanted.name)
      : visits.at(wanted.kind === 'lastVisit' ? -1 : -2);
  if (visit === undefined) throw new Refusal(202001, `${place}: there is no such recorded visit of this device`);
  return new Date(visit.arrivedAt);
}
