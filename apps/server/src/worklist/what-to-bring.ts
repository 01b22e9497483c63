import type { TonerColor } from '@platen/contract/report-sections';
import type { BroughtPart } from '@platen/contract/visit-pack';
import type { BroughtItem } from '@platen/contract/visits';
import type { ConditionFacts } from '@platen/contract/worklist-item';
import type { ConditionKind } from '@platen/contract/worklist-names';
import { toWorkTime } from '@platen/diagnosis/conditions/calendar';
import type { DeviceJudgement } from '@platen/diagnosis/judge/judgement';
import { type PartNumber, toBring } from '@platen/diagnosis/pack/bring';
import { type Lookout, toLookouts } from '@platen/diagnosis/pack/lookout';
import { type RawBuilder, sql } from 'kysely';
import { dayMs } from '../base/time.ts';
import { judged } from '../device/read-device.ts';
import type { Organisation } from './organisation.ts';

/** What the last judgement of a device says, as stored; all null: it was never judged. */
export interface JudgedDevice {
  readonly judgedAt: Date | null;
  readonly toner: DeviceJudgement['toner'] | null;
  readonly pmParts: DeviceJudgement['pmParts'];
  readonly signs: DeviceJudgement['signs'] | null;
  readonly bring: DeviceJudgement['bring'] | null;
}

/** Select items of `JudgedDevice`, over `device_judgement j`. */
export const judgedColumns: RawBuilder<unknown> = sql`j.judged_at as "judgedAt", ${judged('toner')} as toner,
  ${judged('pmParts')} as "pmParts", ${judged('signs')} as signs, ${judged('bring')} as bring`;

/** A condition that may ask for parts. */
interface AskingCondition {
  readonly conditionId: string;
  readonly kind: ConditionKind;
  readonly subject: string;
  readonly facts: ConditionFacts;
}

export interface WhatToBringFacts {
  readonly device: JudgedDevice;
  /** Conditions that are not resolved, the most pressing first. */
  readonly conditions: readonly AskingCondition[];
  /** Entered by people for a visit. */
  readonly entered?: readonly BroughtItem[];
  /** Percent left by colour, to be shown with the cartridges. */
  readonly levels?: Partial<Record<TonerColor, number | null>>;
  readonly numbers: ReadonlyMap<string, PartNumber>;
  readonly settings: Pick<Organisation['settings'], 'calendar' | 'leadDays'>;
  readonly now: number;
}

/**
 * What to bring to a device and when its parts and colours end: the one list that the drawer of the worklist,
 * the pack of a visit, messages and tickets have (VP-08, WL-59, DE-23, TK-06).
 */
export function toWhatToBring(facts: WhatToBringFacts): {
  readonly bring: readonly BroughtPart[];
  readonly lookouts: readonly Lookout[];
} {
  const { device, conditions, entered = [], levels = {}, numbers, settings, now } = facts;
  const { judgedAt, toner, pmParts, signs, bring: judged } = device;
  const lookouts =
    judgedAt === null
      ? []
      : toLookouts({
          judgement: { ...(toner && { toner }), pmParts, signs: signs ?? [] },
          judgedDay: Math.floor(judgedAt.getTime() / dayMs),
          today: Math.floor(now / dayMs),
          levels,
        });
  const time = toWorkTime(settings.calendar);
  const workDay = time.dayOf(now);
  const bring = toBring({
    conditions,
    entered,
    judged: judged ?? [],
    reported: new Set(pmParts?.parts.map(({ partsCode }) => partsCode)),
    lookouts,
    leadDays: time.addWorkingDays(workDay, settings.leadDays) - workDay,
    numbers,
  });
  return { bring, lookouts };
}
