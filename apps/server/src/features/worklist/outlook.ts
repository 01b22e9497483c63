import { signSeverityOf } from '@platen/contract/advice';
import type { WorklistDetail } from '@platen/contract/worklist';
import type { Condition } from '@platen/contract/worklist-item';
import { toWorkTime } from '@platen/diagnosis/conditions/calendar';
import { subjectOfPart, subjectOfSign } from '@platen/diagnosis/conditions/spans/judged';
import { type PartNumber, toBring } from '@platen/diagnosis/pack/bring';
import { toForecast, toLookouts } from '@platen/diagnosis/pack/lookout';
import { dayMs } from '../../base/time.ts';
import type { Organisation } from '../../worklist/organisation.ts';
import type { DrawerDevice } from './detail-store.ts';

export interface OutlookFacts {
  readonly device: Pick<DrawerDevice, 'judgedAt' | 'toner' | 'pmParts' | 'signs' | 'bring'>;
  readonly conditions: readonly Pick<Condition, 'conditionId' | 'kind' | 'subject' | 'facts' | 'work'>[];
  readonly numbers: ReadonlyMap<string, PartNumber>;
  readonly settings: Organisation['settings'];
  readonly now: number;
}

/**
 * What to bring and the next 8 weeks, worked out as the pack of a visit does: who plans and who goes read
 * the same (WL-59, VP-08, VP-13).
 */
export function toOutlook(facts: OutlookFacts): Pick<WorklistDetail, 'bring' | 'forecast'> {
  const { device, conditions, numbers, settings, now } = facts;
  const { pmParts, judgedAt } = device;
  const signs = device.signs ?? [];
  const lookouts =
    judgedAt === null
      ? []
      : toLookouts({
          judgement: { ...(device.toner && { toner: device.toner }), pmParts, signs },
          judgedDay: Math.floor(judgedAt.getTime() / dayMs),
          today: Math.floor(now / dayMs),
          levels: {},
        });
  const time = toWorkTime(settings.calendar);
  const workDay = time.dayOf(now);
  const open = conditions.filter(({ work }) => work !== 'resolved');
  const bring = toBring({
    conditions: open,
    entered: [],
    judged: device.bring ?? [],
    reported: new Set(pmParts?.parts.map(({ partsCode }) => partsCode)),
    lookouts,
    leadDays: time.addWorkingDays(workDay, settings.leadDays) - workDay,
    numbers,
  });
  const factsOf = new Map(open.map((one) => [one.conditionId, one.facts]));
  return {
    bring: bring.map(({ item, pieces, conditionId }) => ({
      item,
      pieces,
      conditionId,
      why: (conditionId === null ? undefined : factsOf.get(conditionId)) ?? {},
    })),
    forecast: withSigns(toForecast(lookouts).lines, signs),
  };
}

/** The lines with the signs of failure that have no day: the sign says how urgent it is. */
function withSigns(
  lines: ReturnType<typeof toForecast>['lines'],
  signs: NonNullable<DrawerDevice['signs']>,
): WorklistDetail['forecast'] {
  const dated = new Set(lines.flatMap(({ item, day }) => (day === null ? [] : [subjectOfPart(item)])));
  const asking = signs.flatMap(({ messageId, component, predictionFailureDate: date = '' }) => {
    const urgency = signSeverityOf(messageId);
    const item = subjectOfSign(messageId) ?? component;
    if (urgency === undefined || urgency === 'watch' || dated.has(item)) return [];
    return [{ item, day: date.length === 10 ? date : null, range: null, urgency }];
  });
  const named = new Set(asking.map(({ item }) => item));
  return [
    ...lines
      .filter(({ item, day }) => day !== null || !named.has(subjectOfPart(item)))
      .map(({ item, day, range }) => ({ item, day, range })),
    ...asking,
  ];
}
