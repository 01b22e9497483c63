import { isDeepStrictEqual } from 'node:util';
import { subjectOf } from '@platen/contract/advice';
import type { StatusReason } from '@platen/contract/devices';
import type { Day } from '@platen/diagnosis/history/day-reading';
import { withAsked } from '@platen/diagnosis/parts-needed/demand';
import type { Need } from '@platen/diagnosis/parts-needed/device-needs';
import { sql, type Transaction } from 'kysely';
import { toStatusValues } from '../../status/status-values.ts';
import type { Database } from '../../store/database.ts';

interface FoundSigns {
  deviceId: string;
  reasons: readonly StatusReason[];
  /** The device had no judgement before: when its signs began is not known. */
  isFirst: boolean;
}

interface DeviceRow {
  device_id: string;
  updated_at: Date;
  sign_reasons: readonly StatusReason[];
}

/**
 * Records that devices were judged. If their signs changed, their status is decided again from the last
 * report. The caller has locked their rows.
 */
export async function saveStatus(
  trx: Transaction<Database>,
  found: readonly FoundSigns[],
  now: Date,
  offlineHours: number,
): Promise<void> {
  const hints = await readBreakHints(
    trx,
    found.map(({ deviceId }) => deviceId),
  );
  const { rows: devices } = await sql<DeviceRow>`
    select device_id, updated_at, sign_reasons from device
    where device_id = any(${found.map(({ deviceId }) => deviceId)}::uuid[])`.execute(trx);
  const signsBefore = new Map(devices.map((row) => [row.device_id, row.sign_reasons]));
  const signs = new Map(
    found.map(({ deviceId, reasons, isFirst }) => [
      deviceId,
      [
        ...withStart(reasons, signsBefore.get(deviceId) ?? [], isFirst ? undefined : now),
        ...(hints.get(deviceId) ?? []),
      ],
    ]),
  );
  const isChanged = (row: DeviceRow) => !isDeepStrictEqual(signs.get(row.device_id), row.sign_reasons);
  const same = devices.filter((row) => !isChanged(row)).map((row) => row.device_id);
  if (same.length > 0)
    await sql`update device set processed_at = now() where device_id = any(${same}::uuid[])`.execute(trx);
  const others = devices.filter(isChanged);
  if (others.length === 0) return;
  const bodies = await readBodies(
    trx,
    others.map((row) => row.device_id),
  );
  const rows = others.map(({ device_id, updated_at }) => {
    const reasons = signs.get(device_id) ?? [];
    const state = { status: undefined, supplies: undefined, ...bodies.get(device_id), signs: reasons };
    return { device_id, sign_reasons: reasons, ...toStatusValues(state, updated_at, now, offlineHours) };
  });
  await sql`
    update device set processed_at = now(), sign_reasons = r.sign_reasons, status = r.status, status_rank = r.status_rank,
      reported_status = r.reported_status, status_reasons = r.status_reasons
    from json_populate_recordset(null::device, ${JSON.stringify(rows)}::json) r
    where device.device_id = r.device_id`.execute(trx);
}

/**
 * Adds to each reason the time since which it applies: a reason that existed before keeps its time, whatever
 * its severity was; a new one starts with this judgement (`now`). Undefined: not known.
 */
function withStart(
  reasons: readonly StatusReason[],
  before: readonly StatusReason[],
  now: Date | undefined,
): StatusReason[] {
  const known = new Map(before.map((reason) => [toSubject(reason), reason.since]));
  return reasons.map((reason) => {
    const subject = toSubject(reason);
    const since = reason.since ?? (known.has(subject) ? known.get(subject) : now?.toISOString());
    return since === undefined ? reason : { ...reason, since };
  });
}

/** What a reason is about; of an advice its id without the severity (0169). */
const toSubject = ({ source, code }: StatusReason): string => `${source} ${source === 'sign' ? subjectOf(code) : code}`;

/** A hint for each device whose total counter fell or jumped without a known cause. */
async function readBreakHints(trx: Transaction<Database>, deviceIds: readonly string[]) {
  const { rows } = await sql<{ device_id: string; day: string }>`
    select device_id, max(day)::text as day from counter_break
    where device_id = any(${deviceIds}::uuid[]) and key = 'pages.total' and cause is null group by device_id`.execute(
    trx,
  );
  return new Map(
    rows.map(({ device_id, day }): [string, StatusReason[]] => [
      device_id,
      [{ source: 'counterBreak', code: day, severity: 'info', since: `${day}T00:00:00.000Z` }],
    ]),
  );
}

async function readBodies(trx: Transaction<Database>, deviceIds: readonly string[]) {
  const { rows } = await sql<{ device_id: string; bodies: Partial<Record<'status' | 'supplies', unknown>> }>`
    select device_id, json_object_agg(section, body) as bodies from device_section
    where device_id = any(${deviceIds}::uuid[]) and section in ('status', 'supplies') group by device_id`.execute(trx);
  return new Map(rows.map((row) => [row.device_id, row.bodies]));
}

/** Fewer pieces than this are none: most parts of most devices. */
const least = 0.0005;

interface NeedsOfDevice {
  readonly deviceId: string;
  readonly needs: readonly Need[];
}

/** Stores what the devices need, in place of what was stored of them. */
export async function saveNeeds(
  trx: Transaction<Database>,
  devices: readonly NeedsOfDevice[],
  today: Day,
): Promise<void> {
  if (devices.length === 0) return;
  const judgedOn = sql<string>`date '1970-01-01' + ${today}::int`;
  await trx
    .insertInto('device_need')
    .values(
      devices.map(({ deviceId, needs }) => {
        const rows = needs.map((need) => ({ ...need, ...withAsked(need) }));
        return {
          device_id: deviceId,
          judged_on: judgedOn,
          items: rows.map(({ item }) => item),
          means: rows.map(({ mean }) => (mean < least ? 0 : mean)),
          variances: rows.map(({ variance, mean }) => (mean < least ? 0 : variance)),
          bases: rows.map(({ basis }) => basis),
          asked: rows.map(({ asked }) => asked),
        };
      }),
    )
    .onConflict((conflict) =>
      conflict.column('device_id').doUpdateSet((to) => ({
        judged_on: to.ref('excluded.judged_on'),
        items: to.ref('excluded.items'),
        means: to.ref('excluded.means'),
        variances: to.ref('excluded.variances'),
        bases: to.ref('excluded.bases'),
        asked: to.ref('excluded.asked'),
      })),
    )
    .execute();
}
