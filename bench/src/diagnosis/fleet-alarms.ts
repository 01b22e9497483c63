import { parseAdviceId } from '@platen/contract/advice-ids';
import { predictionComponents, readPredicted } from '@platen/contract/prediction-components';
import type { Day } from '@platen/diagnosis/history/day-reading';
import { partsOfAdvice } from '@platen/diagnosis/judge/advice-parts';
import type { DeviceJudgement } from '@platen/diagnosis/judge/judgement';

/**
 * From when to when something was called due: on all days of judgement from the first to the last; `fresh`
 * false: on at the very first, so its beginning is not known.
 */
export interface Alarm {
  readonly item: string;
  readonly from: Day;
  readonly to: Day;
  readonly fresh: boolean;
}

const noParts: ReadonlySet<string> = new Set();

/**
 * What an advice at the next visit or now is about, in the words of the truth: `part.6250`, `roller.CST1`,
 * `storage.0`, `sensor.black`, `polygon.black`, `ce.CE20`. One that is only to be watched is no alarm.
 */
function toItems(messageId: string): string[] {
  const advice = parseAdviceId(messageId);
  if (advice === undefined || advice.severity === 'name' || advice.severity === 'watch') return [];
  const { component, unit, variant } = advice;
  if (component === 'feedParts') return [`roller.${unit}`];
  if (component === 'storage') return [`storage.${unit.slice(4)}`];
  if (component === 'CE20' || component === 'CE40') return [`ce.${component}`];
  if (component === 'polygonalMotor') return [`polygon.${variant}`];
  if (component === 'imageQualitySensor') return [`sensor.${variant}`];
  return partsOfAdvice(messageId, noParts).map((code) => `part.${code}`);
}

/** Everything that a judgement calls due. */
export function alarmedItems({ predictions, pmParts }: DeviceJudgement): Set<string> {
  const ids = [
    ...predictionComponents.flatMap((component) =>
      readPredicted(component, predictions[component]).parts.map((part) => part.messageId),
    ),
    ...(pmParts?.parts ?? []).map((one) => one.messageId),
  ];
  return itemsOf(ids);
}

/** What these advices are about; one that is only to be watched is nothing. */
export const itemsOf = (ids: readonly (string | null | undefined)[]): Set<string> =>
  new Set(ids.flatMap((id) => (id === null || id === undefined ? [] : toItems(id))));

/** Alarms of one device out of what was due on its days of judgement, ascending. */
export function toAlarms(judged: readonly { readonly day: Day; readonly items: ReadonlySet<string> }[]): Alarm[] {
  const open = new Map<string, { item: string; from: Day; to: Day; fresh: boolean }>();
  const alarms: Alarm[] = [];
  judged.forEach(({ day, items }, at) => {
    for (const item of open.keys()) if (!items.has(item)) open.delete(item);
    for (const item of items) {
      const running = open.get(item);
      if (running !== undefined) running.to = day;
      else {
        const started = { item, from: day, to: day, fresh: at > 0 };
        open.set(item, started);
        alarms.push(started);
      }
    }
  });
  return alarms;
}
