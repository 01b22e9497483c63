import type { AccountTables } from './tables/account-tables.ts';
import type { CollectorTables } from './tables/collector-tables.ts';
import type { DeviceTables } from './tables/device-tables.ts';
import type { HistoryTables } from './tables/history-tables.ts';
import type { JudgementTables } from './tables/judgement-tables.ts';
import type { WorklistTables } from './tables/worklist-tables.ts';

/** The tables as the migrations make them. */
export interface Database
  extends AccountTables,
    CollectorTables,
    DeviceTables,
    HistoryTables,
    JudgementTables,
    WorklistTables {}
