import { mostDevicesAt } from '@platen/contract/close-values';
import type { readMetersAt } from '@platen/contract/closes';
import type { BodyOf } from '@platen/contract/endpoint';
import { splitMeter } from '@platen/contract/meter-names';
import { meterStates } from '@platen/contract/meter-values';
import { readMeterAt } from '@platen/diagnosis/meters/read-meter';
import { sql, type Transaction } from 'kysely';
import * as z from 'zod/mini';
import { Refusal } from '../../base/errors.ts';
import { readDays } from '../../closes/make-close.ts';
import { requireRight, type SignedInUser } from '../../identity/signed-in-user.ts';
import { visibleTo } from '../../identity/visibility.ts';
import { loadMeters, meterNames, runMeter } from '../../ledger/load-meters.ts';
import { recordChange } from '../../store/audit.ts';
import { uuids } from '../../store/binary-array.ts';
import type { Database } from '../../store/database.ts';
import { addJob, addParts, readPart } from '../../user-jobs/job-store.ts';
import type { JobHandler } from '../../user-jobs/work-jobs.ts';

type Trx = Transaction<Database>;

/** Devices of one step. */
const devicesOfStep = 100;

/**
 * Takes in the question for meters of many devices at an instant (LG-18). Refuses 200003 a device that the
 * user does not see, whether it exists or not, and 202004 more than 10,000.
 */
export async function metersInJob(
  trx: Trx,
  user: SignedInUser,
  { instant, deviceIds, meters }: BodyOf<typeof readMetersAt>,
): Promise<{ readonly jobId: string }> {
  const wanted = [...new Set(deviceIds)];
  const { rows } = await sql<{ id: string }>`
    select d.device_id as id from device d where ${visibleTo(user)}
      and ${wanted.length === 0 ? sql`true` : sql`d.device_id = any(${uuids(wanted)})`}
    order by d.device_id limit ${sql.lit(mostDevicesAt + 1)}`.execute(trx);
  if (rows.length > mostDevicesAt) throw new Refusal(202004, `devices: at most ${mostDevicesAt}`);
  if (rows.length < wanted.length) throw new Refusal(200003, 'a device is in none of your groups');
  const ids = rows.map(({ id }) => id);
  const jobId = await addJob(trx, user, {
    kind: 'metersAt',
    total: Math.max(1, ids.length),
    input: { instant, meters: meters ?? [] },
  });
  const parts: object[] = [];
  for (let at = 0; at < ids.length; at += devicesOfStep) parts.push(ids.slice(at, at + devicesOfStep));
  await addParts(trx, jobId, parts);
  await recordChange(trx, {
    actor: user,
    action: 'meters at',
    subject: `job:${jobId}`,
    detail: { instant, devices: ids.length },
  });
  return { jobId };
}

const asked = z.object({ instant: z.string(), meters: z.array(z.string()) });
const line = z.object({
  deviceId: z.string(),
  serial: z.nullable(z.string()),
  meter: z.string(),
  unit: z.string(),
  state: z.enum(meterStates),
  value: z.nullable(z.number()),
  at: z.nullable(z.string()),
  canDiffer: z.nullable(z.number()),
});
type Line = z.infer<typeof line>;
const soFar = z.object({ lines: z.array(line) });

export const metersAtJob: JobHandler = async (trx, { jobId, user, input, result, done, total }) => {
  requireRight(user, 'readMeters');
  const { instant, meters } = asked.parse(input);
  const part = z.array(z.string()).parse((await readPart(trx, jobId, Math.floor(done / devicesOfStep))) ?? []);
  // What the user may see is asked at each step: it may have changed.
  const { rows } = await sql<{ id: string; serial: string | null }>`
    select d.device_id as id, d.serial from device d
    where d.device_id = any(${uuids(part)}) and ${visibleTo(user)} order by d.device_id`.execute(trx);
  const days = await readDays(trx, user.organisationId ?? null);
  const loaded = await loadMeters(
    trx,
    rows.map(({ id }) => id),
    days,
  );
  const found = rows.flatMap(({ id, serial }): Line[] => {
    const device = loaded.get(id);
    if (device === undefined) return [];
    const names = meterNames(device).filter((name) => meters.length === 0 || meters.includes(name));
    return names.map((meter) => {
      const { state, value, used, canDiffer } = readMeterAt(runMeter(device, meter), Date.parse(instant));
      const at = used === null ? null : new Date(used.at).toISOString();
      return { deviceId: id, serial, meter, unit: splitMeter(meter).unit, state, value, at, canDiffer };
    });
  });
  const before = result === null ? [] : soFar.parse(result).lines;
  return {
    done: part.length === 0 ? total : done + part.length,
    result: { instant, lines: [...before, ...found] },
  };
};
