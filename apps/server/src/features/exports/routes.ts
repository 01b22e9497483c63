import { Readable } from 'node:stream';
import { chooseLocale } from '@platen/catalogue/locale';
import { type ExportFormat, exportDevices, exportSearch, exportTypes, xlsxRowLimit } from '@platen/contract/export';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { toLanguages } from '../../base/caller.ts';
import { Refusal } from '../../base/errors.ts';
import { minuteMs } from '../../base/time.ts';
import type { Filter } from '../../device-list/filter.ts';
import { type Selection, toSort } from '../../device-list/selection.ts';
import { FileAnswer } from '../../kit/send.ts';
import { serve } from '../../kit/serve.ts';
import { recordChange } from '../../store/audit.ts';
import { type AllDevices, readAll } from './read-all.ts';
import { toClock, toFile, toMomentsOf } from './to-file.ts';

/** As long as the store lets a transaction idle: after that the rest could not be read anyway. */
const longestIdleMs = minuteMs;

/**
 * The file as a stream. `close` runs before it ends, so that a client that has all of it may request the
 * next, and when it is given up; it is destroyed, which cuts the connection, when its client has taken
 * nothing for `idleMs`.
 */
export function toStream(
  chunks: AsyncIterable<Buffer>,
  close: () => Promise<void>,
  idleMs: number = longestIdleMs,
): Readable {
  async function* watched() {
    for await (const chunk of chunks) {
      const idle = setTimeout(() => stream.destroy(new Error('the client has taken nothing for too long')), idleMs);
      try {
        yield chunk;
      } finally {
        clearTimeout(idle);
      }
    }
    await close();
  }
  const stream: Readable = Readable.from(watched(), { objectMode: false });
  // Also if the download is aborted; emitted after the last read has ended.
  stream.once('close', () => void close());
  return stream;
}

/** How many may be under way at once, of one user and of all. */
interface Slots {
  /** Takes a place and gives how to leave it; undefined: none free. */
  take(userId: string): (() => void) | undefined;
}

/**
 * Each export holds a session of the store as long as its client takes; the rest of the portal needs some
 * too.
 */
function createSlots(ofUser: number, ofAll: number): Slots {
  const held = new Map<string, number>();
  let all = 0;
  return {
    take(userId) {
      const own = held.get(userId) ?? 0;
      if (own >= ofUser || all >= ofAll) return undefined;
      held.set(userId, own + 1);
      all += 1;
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        all -= 1;
        const left = (held.get(userId) ?? 1) - 1;
        if (left === 0) held.delete(userId);
        else held.set(userId, left);
      };
    },
  };
}

/** The kind of file, and the time zone of its times. */
interface FileAsked {
  readonly format: ExportFormat;
  readonly timeZone: string | undefined;
}

/** `GET /v1/devices/export` and `POST /v1/devices/search/export`. */
export function registerExports(app: FastifyInstance): void {
  const { store } = app.platform;
  const slots = createSlots(2, 4);

  const answer = async (request: FastifyRequest, { format, timeZone }: FileAsked, selection: Selection) => {
    const leave = slots.take(selection.user.userId);
    if (leave === undefined) throw new Refusal(203002, 'too many exports at once', { retryAfter: 10 });
    let all: AllDevices | undefined;
    const close = async () => {
      await all?.close();
      leave();
    };
    try {
      all = await readAll(store, selection);
      const { total, batches } = all;
      if (format === 'xlsx' && total > xlsxRowLimit)
        throw new Refusal(202001, `format: a sheet holds ${xlsxRowLimit} devices at most, csv any number`);
      // Recorded before the first row is sent: an aborted copy is a copy too.
      await recordChange(store.db, {
        actor: selection.user.subject,
        action: 'export devices',
        subject: `group:${selection.groupId}`,
        detail: { format, devices: total, ...toDetail(selection.filter) },
      });
      const now = new Date();
      const locale = chooseLocale(toLanguages(request.headers['accept-language']));
      const zone = timeZone ?? 'UTC';
      const toMoment = toMomentsOf(zone);
      const file = toFile(format, batches, { locale, zone, now, toMoment });
      return new FileAnswer(toStream(file, close), exportTypes[format], {
        'total-count': String(total),
        'content-disposition': `attachment; filename="devices-${toClock(toMoment(now)).toISOString().slice(0, 10)}.${format}"`,
      });
    } catch (error) {
      await close();
      throw error;
    }
  };

  serve(
    app,
    exportDevices,
    ({ user, request, query: { format, timeZone, search, groupId = 0, ...sort } }) =>
      answer(request, { format, timeZone }, { user, filter: { search }, groupId, sort: toSort(sort) }),
    { isFile: true },
  );
  serve(
    app,
    exportSearch,
    ({ user, request, body: { format, timeZone, groupId = 0, sortColumn, sortOrder, ...criteria } }) =>
      answer(
        request,
        { format, timeZone },
        { user, filter: { criteria }, groupId, sort: toSort({ sortColumn, sortOrder }) },
      ),
    { isFile: true },
  );
}

/** The search; of criteria, which may hold thousands of serial numbers, only their names. */
const toDetail = (filter: Filter) =>
  'criteria' in filter ? { criteria: Object.keys(filter.criteria) } : filter.search ? { search: filter.search } : {};
