import { signSeverityOf } from '@platen/contract/advice';
import { subjectOfSign } from '@platen/contract/advice-ids';
import { subjectOfPart } from '@platen/contract/part-codes';
import type { WorklistDetail } from '@platen/contract/worklist';
import type { Condition } from '@platen/contract/worklist-item';
import type { PartNumber } from '@platen/diagnosis/pack/bring';
import { toForecast } from '@platen/diagnosis/pack/lookout';
import type { Organisation } from '../../worklist/organisation.ts';
import { type JudgedDevice, toWhatToBring } from '../../worklist/what-to-bring.ts';

export interface OutlookFacts {
  readonly device: JudgedDevice;
  readonly conditions: readonly Pick<Condition, 'conditionId' | 'kind' | 'subject' | 'facts' | 'work'>[];
  readonly numbers: ReadonlyMap<string, PartNumber>;
  readonly settings: Organisation['settings'];
  readonly now: number;
}

/** What to bring and the next 8 weeks: who plans and who goes read the same (WL-59, VP-08, VP-13). */
export function toOutlook(facts: OutlookFacts): Pick<WorklistDetail, 'bring' | 'forecast'> {
  const { device, conditions, numbers, settings, now } = facts;
  const open = conditions.filter(({ work }) => work !== 'resolved');
  const { bring, lookouts } = toWhatToBring({ device, conditions: open, numbers, settings, now });
  const factsOf = new Map(open.map((one) => [one.conditionId, one.facts]));
  return {
    bring: bring.map(({ item, pieces, conditionId }) => ({
      item,
      pieces,
      conditionId,
      why: (conditionId === null ? undefined : factsOf.get(conditionId)) ?? {},
    })),
    forecast: withSigns(toForecast(lookouts).lines, device.signs ?? []),
  };
}

/** The lines with the signs of failure that have no day: the sign says how urgent it is. */
function withSigns(
  lines: ReturnType<typeof toForecast>['lines'],
  signs: NonNullable<JudgedDevice['signs']>,
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
