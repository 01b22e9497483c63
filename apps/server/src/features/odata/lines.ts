import { type Kysely, type RawBuilder, sql } from 'kysely';
import { Refusal } from '../../base/errors.ts';
import { type LineBody, timeOf } from '../../closes/line-body.ts';
import { toClock, toMomentsOf } from '../../files/cells.ts';
import type { SignedInUser } from '../../identity/signed-in-user.ts';
import { closeVisibleTo } from '../../identity/visibility.ts';
import type { Database } from '../../store/database.ts';
import { type Entity, meets } from './evaluate.ts';
import type { Filter } from './filter.ts';
import { toCondition } from './sql-condition.ts';

/** Lines that are looked at for one answer; more have to be narrowed. */
const mostLines = 60_000;

const columns: Readonly<Record<string, RawBuilder<string>>> = {
  CloseId: sql`c.close_id::text`,
  CloseName: sql`c.name`,
  Serial: sql`l.serial`,
  CustomerNumber: sql`l.customer_number`,
  Meter: sql`l.meter`,
};

/** A condition on `meter_close_line l`, `meter_close c`. */
const toLineCondition = (filter: Filter | undefined) =>
  toCondition(filter, ({ name, comparison, value }) => {
    const column = Object.hasOwn(columns, name) ? columns[name] : undefined;
    if (column === undefined || comparison !== 'eq' || value === null) return undefined;
    return sql<boolean>`${column} = ${String(value)}`;
  });

interface Row {
  readonly closeId: string;
  readonly name: string;
  readonly zone: string;
  readonly from: Date;
  readonly to: Date;
  readonly body: string;
}

/** Lines of the closed periods that the user sees, oldest period first (MX-09). */
export async function readLineEntities(
  db: Kysely<Database>,
  user: SignedInUser,
  filter: Filter | undefined,
): Promise<Entity[]> {
  const { rows } = await sql<Row>`
    select c.close_id as "closeId", c.name, c.zone, c.from_at as "from", c.to_at as "to", l.body
    from meter_close_line l join meter_close c on c.close_id = l.close_id
    where c.state in ('closed', 'exported') and ${closeVisibleTo(user)} and ${toLineCondition(filter)}
    order by c.to_at, c.close_id, l.serial, l.device_id, l.meter, l.part, l.corrects limit ${mostLines + 1}`.execute(
    db,
  );
  if (rows.length > mostLines)
    throw new Refusal(202001, `$filter: at most ${mostLines} lines; narrow by CloseId, CustomerNumber or Serial`);
  const zones = new Map<string, ReturnType<typeof toMomentsOf>>();
  return rows.map((row) => toEntity(row, zones)).filter((entity) => meets(filter, entity));
}

function toEntity(row: Row, zones: Map<string, ReturnType<typeof toMomentsOf>>): Entity {
  const line: LineBody = JSON.parse(row.body);
  const toMoment = zones.get(row.zone) ?? toMomentsOf(row.zone);
  zones.set(row.zone, toMoment);
  const { start, end } = line;
  const readAt = end === null ? null : new Date(timeOf(end, line.to));
  return {
    Id: [row.closeId, line.deviceId, line.meter, line.part, line.corrects?.closeId ?? ''].join('/'),
    CloseId: row.closeId,
    CloseName: row.name,
    PeriodFrom: row.from.toISOString(),
    PeriodTo: row.to.toISOString(),
    Zone: row.zone,
    CustomerNumber: line.customerNumber,
    CustomerName: line.customerName,
    DealerNumber: line.dealerNumber,
    AssetNumber: line.assetNumber,
    Serial: line.serial,
    Model: line.model,
    Description: line.description,
    Meter: line.meter,
    Unit: line.unit,
    Date: readAt && toClock(toMoment(readAt)).toISOString().slice(0, 10),
    ReadAt: readAt?.toISOString() ?? null,
    Reading: end?.value ?? null,
    ReadBeforeAt: start === null ? null : new Date(timeOf(start, line.from)).toISOString(),
    ReadingBefore: start?.value ?? null,
    Use: line.use,
    Source: end?.source ?? null,
    State: line.settled?.kind === 'leaveOut' ? 'leftOut' : line.state,
    Estimated: line.state === 'estimated',
    Correction: line.corrected,
    Remark: line.remarks.join(', '),
  };
}
