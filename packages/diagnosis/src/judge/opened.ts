import { signSeverityOf } from '@platen/contract/advice';
import { developerCodes } from '@platen/contract/part-codes';
import type { Predictions } from '@platen/contract/predictions';
import { type FeedRates, kindOf } from '../components/feed-roller/feed-model.ts';
import { toFeedPasts } from '../components/feed-roller/feed-readings.ts';
import type { ImageControlModel } from '../components/image-control-error.ts';
import type { SensorFamily } from '../components/image-quality-sensor/sensor-model.ts';
import type { LifeModel } from '../components/part-life/life-model.ts';
import type { PartCondition } from '../components/part-life/part-condition.ts';
import type { StorageModel } from '../components/storage.ts';
import type { DeviceHistory } from '../history/day-reading.ts';
import type { Models } from './components.ts';

/** Limits by what a component has several of: colour, paper source, SATA port, error code. */
type Limits<T> = Readonly<Partial<Record<string, T>>>;

/**
 * The limits that the open signs of a device began with; JSON, stored with the judgement. A sign that was
 * open is judged by these limits as well as by those of today, so that learning alone never closes it
 * (0294).
 */
export interface Opened {
  /** Models of the lives of parts, by part code. */
  readonly parts?: Limits<LifeModel>;
  readonly imageQualitySensor?: Limits<SensorFamily>;
  readonly feedRoller?: Limits<FeedRates>;
  readonly imageControlError?: ImageControlModel;
  readonly hdd?: Limits<Pick<StorageModel, 'level'>>;
}

/**
 * The limits of the signs that are open after a judgement: those that a sign began with; of one that begins,
 * those of the model. Undefined without a sign that has limits.
 * @param before limits of the signs that were open after the last judgement
 */
export function toOpened(
  { imageQualitySensor, feedRoller, imageControlError, hdd }: Predictions,
  {
    history,
    model,
    before,
    conditions,
  }: {
    readonly history: DeviceHistory;
    readonly model: Models | undefined;
    readonly before: Opened | undefined;
    /** Conditions of the parts with a life. */
    readonly conditions: readonly Pick<PartCondition, 'partsCode' | 'urgency' | 'judgedBy'>[];
  },
): Opened | undefined {
  const sensors = (imageQualitySensor?.predictionSensors ?? []).map(
    ({ color, messageId }) => [color, asksForVisit(messageId), model?.imageQualitySensor?.[color]] as const,
  );
  const sources = (feedRoller?.predictionFeedRollers ?? []).map(({ paperSource, messageId }) => {
    const past = toFeedPasts(history).find(({ source }) => source === paperSource);
    return [paperSource, asksForVisit(messageId), past && model?.feedRoller?.rates[kindOf(past)]] as const;
  });
  const codes = (['CE20', 'CE40'] as const).map(
    (code) =>
      [
        code,
        asksForVisit(imageControlError?.[`error${code}`]?.messageId ?? null),
        model?.imageControlError?.[code],
      ] as const,
  );
  const drives = (hdd?.predictionStorages ?? []).map(
    ({ sataPort, messageId }) =>
      [String(sataPort), asksForVisit(messageId), { level: model?.storage?.level ?? null }] as const,
  );
  const parts = conditions.map(
    ({ partsCode, urgency, judgedBy }) => [partsCode, asksFor(urgency), modelOf(partsCode, judgedBy)] as const,
  );
  const opened: Opened = {
    ...named('parts', toLimits(before?.parts, parts)),
    ...named('imageQualitySensor', toLimits(before?.imageQualitySensor, sensors)),
    ...named('feedRoller', toLimits(before?.feedRoller, sources)),
    ...named('imageControlError', toLimits(before?.imageControlError, codes)),
    ...named('hdd', toLimits(before?.hdd, drives)),
  };
  return Object.keys(opened).length === 0 ? undefined : opened;
}

/**
 * One part of a component: its name, whether it asks for a visit, and the limits that the model has for it
 * now.
 */
type Part<T> = readonly [name: string, asks: boolean, limits: T | undefined];

function toLimits<T>(before: Limits<T> | undefined, parts: readonly Part<T>[]): Limits<T> | undefined {
  const limits = parts.flatMap(([name, asks, now]): [string, T][] => {
    const limit = before?.[name] ?? now;
    return limit === undefined || !asks ? [] : [[name, limit]];
  });
  return limits.length === 0 ? undefined : Object.fromEntries(limits);
}

const named = <T>(name: keyof Opened, limits: T | undefined) => (limits === undefined ? {} : { [name]: limits });

const asksFor = (severity: string | undefined): boolean => severity === 'nextVisit' || severity === 'now';
const asksForVisit = (messageId: string | null): boolean => asksFor(signSeverityOf(messageId));

/**
 * The model that a part was judged by, learned or not (0437), without what is not needed to judge it again. A
 * developer whose drift turns out to mean nothing keeps no sign.
 */
function modelOf(code: string, judgedBy: LifeModel | undefined): LifeModel | undefined {
  if (judgedBy === undefined || Object.values(developerCodes).includes(code)) return undefined;
  const { ended: _, overNamed: __, learned, ...judged } = judgedBy;
  return { ...judged, ...(learned !== undefined && { learned: { ...learned, spans: undefined } }) };
}
