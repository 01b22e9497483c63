import type { VisitResult } from '@platen/contract/visit-names';
import type { DeviceRecord, RecordedPart } from '@platen/contract/visit-records';
import type { Condition } from '@platen/contract/worklist-item';
import type { SettingsOfVisit } from './set-codes.ts';
import { isFixedBy, type Visit } from './visit.ts';

/** Minutes at a device. */
const minutes = 45;

interface Recorded {
  readonly deviceId: string;
  readonly conditions: readonly Pick<Condition, 'conditionId' | 'kind' | 'subject'>[];
  /** Whether something in the device had failed when they came. */
  readonly hadFailed: boolean;
  readonly settings?: SettingsOfVisit;
  /** When they leave, milliseconds since 1970. */
  readonly leftAt: number;
}

/** What the technician records of a device, mistakes included: a wrong part is named as replaced. */
export function toRecord(visit: Visit, { deviceId, conditions, hadFailed, leftAt, settings }: Recorded): DeviceRecord {
  const { recorded, foundGood, missing, isRunning } = visit;
  const isQuiet = recorded.length === 0 && !hadFailed;
  const parts: RecordedPart[] = [
    ...recorded.map((item) => ({ item, answer: 'replaced' as const })),
    ...foundGood.map((item) => ({ item, answer: 'lookedAtGood' as const, isUnused: true })),
    ...missing.map((item) => ({ item, answer: 'notDone' as const, isMissing: true })),
  ];
  return {
    deviceId,
    arrivedAt: new Date(leftAt - minutes * 60_000).toISOString(),
    leftAt: new Date(leftAt).toISOString(),
    result: toResult({ isQuiet, isMissing: missing.length > 0, isRunning }),
    // Where nothing is replaced, something is cleaned: it changes nothing of what really wears.
    done: [
      ...(recorded.length === 0 && hadFailed ? [{ done: 'other' as const, text: 'Cleaned and tested' }] : []),
      ...(settings?.done ?? []),
    ],
    parts,
    counters: [],
    conditions: conditions.map((condition) => ({
      conditionId: condition.conditionId,
      ...(isFixedBy(visit, condition)
        ? { outcome: isQuiet ? ('nothing' as const) : ('fixed' as const) }
        : foundGood.length > 0 && missing.length === 0
          ? { outcome: 'nothing' as const }
          : { outcome: 'notFixed' as const, reason: 'The part was not there' }),
    })),
    ...(settings !== undefined && settings.proposals.length > 0 && { proposals: settings.proposals }),
    testPages: 5,
  };
}

function toResult({
  isQuiet,
  isMissing,
  isRunning,
}: Readonly<Record<'isQuiet' | 'isMissing' | 'isRunning', boolean>>): VisitResult {
  if (isMissing) return isRunning ? 'worksForNow' : 'partsMissing';
  if (isQuiet) return 'noFaultFound';
  return isRunning ? 'fixed' : 'worksForNow';
}
