import { Kysely, PostgresDialect } from 'kysely';
import { type CustomTypesConfig, Pool, type PoolConfig, types as pgTypes } from 'pg';
import type { Log } from '../base/logger.ts';
import { sessionLimits } from './session-limits.ts';
import type { AccountTables, CollectorTables } from './tables/account-tables.ts';
import type { DeliveryTables } from './tables/delivery-tables.ts';
import type { DeviceTables, JudgementTables } from './tables/device-tables.ts';
import type { HistoryTables } from './tables/history-tables.ts';
import type { JobTables } from './tables/job-tables.ts';
import type { MeterExportTables } from './tables/meter-export-tables.ts';
import type { OrganisationTables } from './tables/organisation-tables.ts';
import type { RuleTables } from './tables/rule-tables.ts';
import type { TicketTables } from './tables/ticket-tables.ts';
import type { VisitTables } from './tables/visit-tables.ts';
import type { WorklistTables } from './tables/worklist-tables.ts';

/** The tables as the migrations make them. */
export interface Database
  extends AccountTables,
    CollectorTables,
    DeliveryTables,
    DeviceTables,
    HistoryTables,
    JobTables,
    JudgementTables,
    RuleTables,
    TicketTables,
    VisitTables,
    MeterExportTables,
    OrganisationTables,
    WorklistTables {}

interface ConnectOptions {
  log: Log;
  /** Sessions at most; a session is one PostgreSQL process. */
  maxSessions?: number;
  /** Below the server's own 30 s, so that the answer can still name what was slow. 0: no limit. */
  statementTimeoutMs?: number;
  /**
   * For work that no user waits for: a statement of it takes one core, so that calls have the others.
   */
  isBackground?: boolean;
  /** The address is that of a pooler by transaction, which has the limits of time in its own settings. */
  isPooled?: boolean | undefined;
  /** Nothing is written, whatever the database would allow. */
  isReadOnly?: boolean;
  /** As PostgreSQL shows the sessions. */
  applicationName?: string;
}

/**
 * Sessions through a pooler by transaction: each transaction may have another session of PostgreSQL. So
 * nothing belongs to a session: no prepared statement, no setting, no notices.
 */
class TransactionPool extends Pool {}

/** Whether the sessions of a pool are those of PostgreSQL itself. */
export const hasOwnSessions = (pool: Pool): boolean => !(pool instanceof TransactionPool);

export interface Connection {
  db: Kysely<Database>;
  pool: Pool;
  close: () => Promise<void>;
}

type TypeId = Parameters<typeof pgTypes.getTypeParser>[0];
const { INT8, DATE } = pgTypes.builtins;

/**
 * PostgreSQL's int8 as a number (our counts stay within 2^53, the report schema sees to that);
 * a `date` as its text, since a JavaScript Date would move it by the time zone.
 */
const types: CustomTypesConfig = {
  getTypeParser: (id: TypeId, format?: 'text' | 'binary') => {
    if (id === INT8) return Number;
    if (id === DATE) return (text: string) => text;
    return pgTypes.getTypeParser(id, format);
  },
};

/** Opens a pool on the database. Connects on first use. */
export function connect(url: string, options: ConnectOptions): Connection {
  const common = {
    connectionString: url,
    types,
    max: options.maxSessions ?? sessionLimits.calls,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    application_name: options.applicationName ?? 'platen',
  };
  const pool = options.isPooled === true ? new TransactionPool(common) : openPool(common, options);
  // A session that breaks is dropped by the pool; without listeners, idle or in use, it would end the
  // process.
  const lost = (error: Error) => options.log.warn({ reason: error.message }, 'a database session was lost');
  pool.on('error', lost);
  pool.on('connect', (client) => client.on('error', lost));
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  return { db, pool, close: () => db.destroy() };
}

const openPool = (common: PoolConfig, options: ConnectOptions): Pool =>
  new Pool({
    ...common,
    statement_timeout: options.statementTimeoutMs ?? 20_000,
    lock_timeout: options.statementTimeoutMs === 0 ? 0 : 10_000,
    idle_in_transaction_session_timeout: options.statementTimeoutMs === 0 ? 0 : 60_000,
    ...(options.isBackground === true && { options: '-c max_parallel_workers_per_gather=0' }),
    ...(options.isReadOnly === true && { options: '-c default_transaction_read_only=on' }),
  });
