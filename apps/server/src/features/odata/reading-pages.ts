import type { Kysely } from 'kysely';
import { Refusal } from '../../base/errors.ts';
import type { SignedInUser } from '../../identity/signed-in-user.ts';
import type { Database } from '../../store/database.ts';
import { type Entity, meets } from './evaluate.ts';
import type { Filter } from './filter.ts';
import { loadReadings, readFedDevices } from './readings.ts';

type Db = Kysely<Database>;

/** Rows of a page; a longer answer goes on at `@odata.nextLink`. */
export const feedPageRows = 5000;
/** Devices that are looked at for one page, so that a narrow filter answers in time too. */
const pageDevices = 100;
const batch = 20;
/** Devices whose readings may be counted or ordered by another property at once. */
export const mostWholeDevices = 200;

interface Asked {
  readonly filter: Filter | undefined;
  readonly token: string | undefined;
  /** Rows to pass over, and to give at most. */
  readonly skip: number;
  readonly top: number;
  /** Rows of this page at most. */
  readonly size: number;
}

export interface ReadingPage {
  readonly entities: readonly Entity[];
  /** Where the next page begins, with what is still to be passed over; undefined: this is the last. */
  readonly next: { readonly token: string; readonly skip: number } | undefined;
}

const tokenForm = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})?~(\d{1,9})$/;

/** The last device that is done, and the rows of the next one that are. */
function readToken(token: string | undefined): { after: string | null; done: number } {
  if (token === undefined) return { after: null, done: 0 };
  const [match, after, done] = tokenForm.exec(token) ?? [];
  if (match === undefined) throw new Refusal(202001, '$skiptoken: not one of this feed');
  return { after: after ?? null, done: Number(done) };
}

/**
 * One page of readings, device by device in the order of their ids, of a device by meter and time. Of devices
 * that are looked at a batch is in memory.
 */
export async function readPage(
  db: Db,
  user: SignedInUser,
  { filter, token, skip, top, size }: Asked,
): Promise<ReadingPage> {
  let { after, done } = readToken(token);
  let left = skip;
  const entities: Entity[] = [];
  const room = Math.min(top, size);
  for (let looked = 0; looked < pageDevices; looked += batch) {
    const devices = await readFedDevices(db, user, filter, { after, limit: batch });
    const loaded = await loadReadings(db, user, devices);
    for (const [n, device] of devices.entries()) {
      const rows = (loaded[n] ?? []).filter((entity) => meets(filter, entity));
      const passed = Math.min(left, rows.length - Math.min(done, rows.length));
      left -= passed;
      const from = done + passed;
      const taken = rows.slice(from, from + room - entities.length);
      entities.push(...taken);
      if (from + taken.length < rows.length)
        return { entities, next: { token: `${after ?? ''}~${from + taken.length}`, skip: left } };
      after = device.deviceId;
      done = 0;
    }
    if (devices.length < batch) return { entities, next: undefined };
  }
  return { entities, next: { token: `${after ?? ''}~0`, skip: left } };
}

/** All readings of a filter, to be counted or ordered; refuses 202001 beyond the limit of devices. */
export async function readWhole(
  db: Db,
  user: SignedInUser,
  filter: Filter | undefined,
  option: '$count' | '$orderby',
): Promise<Entity[]> {
  const devices = await readFedDevices(db, user, filter, { after: null, limit: mostWholeDevices + 1 });
  if (devices.length > mostWholeDevices)
    throw new Refusal(
      202001,
      `${option}: at most ${mostWholeDevices} devices; narrow by Serial, CustomerNumber or CloseId`,
    );
  const entities: Entity[] = [];
  for (let from = 0; from < devices.length; from += batch)
    for (const rows of await loadReadings(db, user, devices.slice(from, from + batch)))
      entities.push(...rows.filter((entity) => meets(filter, entity)));
  return entities;
}
