import type { AnswerOf, BodyOf } from '@platen/contract/endpoint';
import type { reportMeterResult } from '@platen/contract/meter-hand-off';
import { sql, type Transaction } from 'kysely';
import { readClosedLines } from '../../closes/close-file.ts';
import type { SignedInUser } from '../../identity/signed-in-user.ts';
import { recordChange } from '../../store/audit.ts';
import type { Database } from '../../store/database.ts';
import { readCodes } from './code-store.ts';
import { toExportLine } from './export-line.ts';
import { findExportedClose, requireClosed } from './export-runs.ts';
import { toCodesOf } from './meter-codes.ts';

type Answer = AnswerOf<typeof reportMeterResult>;
type Line = BodyOf<typeof reportMeterResult>['lines'][number];

interface Named {
  readonly deviceId: string;
  readonly meter: string;
}

const mostUnknown = 200;

/** Stores what the ERP took of a close (MX-10). A code names all meters that are summed under it. */
export async function storeResult(
  trx: Transaction<Database>,
  user: SignedInUser,
  closeId: string,
  { lines, now }: { readonly lines: readonly Line[]; readonly now: Date },
): Promise<Answer> {
  const close = await findExportedClose(trx, user, closeId);
  requireClosed(close);
  const names = await nameLines(trx, user, closeId);
  const unknown: number[] = [];
  const rows = new Map<string, Named & Pick<Line, 'state' | 'reason'>>();
  const counts = { accepted: 0, refused: 0 };
  for (const [n, line] of lines.entries()) {
    const found = [line.serial, line.assetNumber].flatMap((device) =>
      [line.meter, line.meterCode].flatMap((meter) => names.get(toKey(device, meter)) ?? []),
    );
    if (found.length === 0) {
      unknown.push(n);
      continue;
    }
    counts[line.state] += 1;
    for (const one of found)
      rows.set(`${one.deviceId} ${one.meter}`, { ...one, state: line.state, reason: line.reason });
  }
  await sql`
    insert into meter_result (device_id, close_id, meter, state, reason, reported_at)
    select r."deviceId", ${closeId}::uuid, r.meter, r.state, r.reason, ${now}::timestamptz
    from json_to_recordset(${JSON.stringify([...rows.values()])}::json)
      as r("deviceId" uuid, meter text, state text, reason text)
    on conflict (device_id, close_id, meter) do update set state = excluded.state, reason = excluded.reason,
      reported_at = excluded.reported_at`.execute(trx);
  await recordChange(trx, {
    actor: user,
    action: 'close result',
    subject: `close:${closeId}`,
    detail: { ...counts, unknown: unknown.length },
  });
  return { ...counts, unknown: unknown.slice(0, mostUnknown), unknownCount: unknown.length };
}

const toKey = (device: string | null | undefined, meter: string | undefined): string =>
  device === undefined || device === null || meter === undefined ? '' : `${device}\n${meter}`;

/** The lines of a close by serial and asset number, each with meter and code. */
async function nameLines(
  trx: Transaction<Database>,
  user: SignedInUser,
  closeId: string,
): Promise<ReadonlyMap<string, readonly Named[]>> {
  const codesOf = toCodesOf((await readCodes(trx, user)).codes);
  const names = new Map<string, Named[]>();
  const add = (key: string, named: Named) => {
    if (key !== '') names.set(key, [...(names.get(key) ?? []), named]);
  };
  for await (const some of readClosedLines(trx, closeId))
    for (const line of some.map(toExportLine)) {
      const { deviceId, meter, serial, assetNumber, model } = line;
      const codes = codesOf(model).flatMap(({ meters, code }) => (meters.includes(meter) ? [code] : []));
      for (const device of [serial, assetNumber])
        for (const name of [meter, ...codes]) add(toKey(device, name), { deviceId, meter });
    }
  return names;
}
