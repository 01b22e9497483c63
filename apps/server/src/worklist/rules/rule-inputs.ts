import type { DeviceStatus } from '@platen/contract/devices';
import { type RuleMetric, traitsOf } from '@platen/contract/rule-metrics';
import type { RuleTest } from '@platen/contract/rules';
import type { DeviceFacts } from '@platen/diagnosis/conditions/evaluation';
import { parseMatters } from '@platen/diagnosis/conditions/matters';
import type { DeviceHistory } from '@platen/diagnosis/history/day-reading';
import type { RuleInputs } from '@platen/diagnosis/rules/inputs';
import { toJudgedFigures } from '@platen/diagnosis/rules/judged-figures';
import { type Kysely, sql } from 'kysely';
import { dayMs } from '../../base/time.ts';
import type { HistoryParts } from '../../history/history-texts.ts';
import { loadCodes, loadHistories } from '../../history/load-histories.ts';
import { uuids } from '../../store/binary-array.ts';
import type { Database } from '../../store/database.ts';
import type { ReadingGroup } from '../../store/report-format/day-readings.ts';
import { readCollectors } from './rule-collectors.ts';

type Db = Kysely<Database>;

/** A device with what was loaded of it for other kinds of conditions. */
export interface RuleDevice {
  readonly deviceId: string;
  readonly status: DeviceStatus;
  readonly updatedAt: number;
  readonly createdAt: number;
  readonly firmware: string | null;
  readonly customerNumber: string | null;
  readonly judged: DeviceFacts['judged'];
  readonly explainedDays: readonly string[];
  readonly findings: DeviceFacts['findings'];
  readonly collectorId: string | null;
}

/** A window ends at the newest reading, which may be that old; older devices have stopped. */
export const oldestReadingDays = 14;
/** Days before the window that tell what is usual (pages), and what was left in a cartridge. */
const daysBefore: Partial<Record<RuleMetric, number>> = { pagesAgainstUsual: 60, earlyChange: 14 };
/** Levels are read from the days of the last week. */
const levelDays = 7;
/** Days over which a change of a setting is remembered. */
export const settingDays = 60;

const groupsOf: Partial<Record<RuleMetric, readonly ReadingGroup[]>> = {
  jamRate: ['counters'],
  supplyPercent: ['supplies'],
  earlyChange: ['supplies'],
  partLife: ['parts'],
};
const ofPages: ReadonlySet<RuleMetric> = new Set(['pagesAgainstUsual', 'totalCrosses', 'earlyChange']);
const ofErrors: ReadonlySet<RuleMetric> = new Set(['sameCode', 'deviceCodes', 'jamRate', 'serviceCalls']);

/** What must be loaded for tests besides what is there for every device. */
export interface RuleNeeds extends HistoryParts {
  readonly settings: boolean;
  readonly supplies: boolean;
  readonly collectors: boolean;
}

/** The needs of tests that are asked from a day on; days are since 1970, UTC. */
export function toNeeds(tests: readonly RuleTest[], first: number): RuleNeeds {
  const sinceOf = (metrics: (metric: RuleMetric) => boolean) => {
    const days = tests
      .filter(({ metric }) => metrics(metric))
      .map(({ metric, windowHours = levelDays * 24 }) => Math.ceil(windowHours / 24) + (daysBefore[metric] ?? 0));
    return days.length === 0 ? null : first - Math.max(...days) - oldestReadingDays;
  };
  const readings = sinceOf((metric) => groupsOf[metric] !== undefined);
  const names = new Set<RuleMetric>(tests.map(({ metric }) => metric));
  return {
    readings:
      readings === null ? null : { since: readings, groups: [...names].flatMap((name) => groupsOf[name] ?? []) },
    pages: sinceOf((metric) => ofPages.has(metric)),
    errors: sinceOf((metric) => ofErrors.has(metric)),
    replacements: names.has('earlyChange'),
    settings: names.has('setting'),
    supplies: names.has('supplyState'),
    collectors: names.has('collectorSilence') || names.has('collectorFailures'),
  };
}

export const emptyHistory: DeviceHistory = {
  family: null,
  model: null,
  firmware: null,
  days: [],
  errors: [],
  replacements: [],
};

/**
 * What the tests of rules look at, for devices with tests (AR-20). Each value is loaded where a test asks for
 * it.
 */
export async function loadInputs(
  db: Db,
  devices: readonly RuleDevice[],
  tests: readonly RuleTest[],
  now: Date,
): Promise<(device: RuleDevice) => RuleInputs> {
  const today = Math.floor(now.getTime() / dayMs);
  const needs = toNeeds(tests, today);
  const ids = devices.map(({ deviceId }) => deviceId);
  const isHistoryNeeded = needs.readings !== null || needs.pages !== null || needs.errors !== null;
  const histories = isHistoryNeeded ? await loadHistories(db, ids, needs) : undefined;
  const codes = needs.settings ? await loadCodes(db, ids, today - settingDays) : undefined;
  const supplies = needs.supplies ? await readSupplies(db, ids) : undefined;
  const collectors = needs.collectors ? await readCollectors(db, devices) : undefined;
  const isJudged = tests.some(({ metric }) => traitsOf(metric).isJudged === true);
  return ({ deviceId, judged, firmware, ...device }) => {
    let history: DeviceHistory | undefined;
    return {
      /** Parsed when the first test asks for it: of the devices of a batch one after the other. */
      get history() {
        history ??= histories?.get(deviceId)?.() ?? emptyHistory;
        return history;
      },
      reports: [device.updatedAt],
      stoppedAt: null,
      judged: judged === null || !isJudged ? [] : [toJudgedFigures(judged.judgement, judged.at)],
      present: {
        since: 0,
        status: device.status,
        supplies: supplies?.get(deviceId) ?? [],
        findings: (device.findings ?? []).flatMap(({ kind }) => (kind === 'reportsAgain' ? [] : kind)),
        customerNumber: device.customerNumber,
        collector: collectors?.get(device.collectorId ?? '') ?? null,
      },
      settings: (codes?.get(deviceId) ?? []).map(({ day, values }) => ({
        at: day * dayMs,
        values: withSubCodes(values),
      })),
      firmware: firmware === null ? [] : [{ at: 0, version: firmware }],
      breaks: toBreaks(judged, device.explainedDays),
      createdAt: device.createdAt,
    };
  };
}

/** Codes 13 are stored without a sub code; tests name all alike. */
export const withSubCodes = (values: ReadonlyMap<string, string>): ReadonlyMap<string, string> =>
  new Map([...values].map(([name, value]) => [name.split('-').length === 2 ? `${name}-0` : name, value]));

/** Breaks whose cause was not given, but for misreads that healed by themselves (LG-11). */
const toBreaks = (judged: DeviceFacts['judged'], explained: readonly string[]): RuleInputs['breaks'] =>
  (judged?.judgement.breaks ?? []).flatMap(({ key, day, isHealed }) => {
    const at = day * dayMs;
    const isExplained = isHealed === true || explained.includes(new Date(at).toISOString().slice(0, 10));
    return isExplained ? [] : [{ key, at, explainedAt: null }];
  });

interface PresentSupply {
  readonly subject: string;
  readonly word: string;
}

/** States of supplies in the newest report of each device that speaks of them. */
export async function readSupplies(db: Db, ids: readonly string[]): Promise<Map<string, PresentSupply[]>> {
  const { rows } = await sql<{ device_id: string; matters: string[] }>`
    select d.device_id, r.matters from device d
    cross join lateral (
      select matters from device_report r where r.device_id = d.device_id and matters is not null
        and not (matters @> '{-supplies}') order by observed_at desc limit 1
    ) r
    where d.device_id = any(${uuids(ids)})`.execute(db);
  return new Map(
    rows.map(({ device_id: id, matters }) => [
      id,
      parseMatters(matters).matters.flatMap(({ kind, key, word }) =>
        kind === 'supply' && word !== null && word !== 'ok' ? [{ subject: key.slice('supply:'.length), word }] : [],
      ),
    ]),
  );
}
