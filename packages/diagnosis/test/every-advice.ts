import { dayMs } from '@platen/contract/constants';
import { developerCodes, drumCodes } from '@platen/contract/part-codes';
import { type TonerColor, tonerColors } from '@platen/contract/report-sections';
import { fitDeveloper, judgeDeveloper, summariseDeveloper } from '../src/components/developer.ts';
import { fitDrum, judgeDrums, summariseDrum } from '../src/components/drum.ts';
import { feedSources } from '../src/components/feed-roller/feed-readings.ts';
import { judgeFeedRollers } from '../src/components/feed-roller.ts';
import { fitFuser, judgeFuser, summariseFuser } from '../src/components/fuser.ts';
import { judgeImageControl } from '../src/components/image-control-error.ts';
import { judgeImageSensors } from '../src/components/image-quality-sensor.ts';
import { judgePolygonal } from '../src/components/polygonal-motor.ts';
import { fitSecondTransfer, judgeSecondTransfer, summariseSecondTransfer } from '../src/components/second-transfer.ts';
import { judgeStorage } from '../src/components/storage.ts';
import type { Day, DeviceHistory, ErrorEvent, Paper } from '../src/history/day-reading.ts';
import { historyOf, today } from './synthetic.ts';
import { drawDevice, firstDay, knownOn, type TruePart, trueParts } from './worn-parts.ts';

// Histories in which each advice appears that the judgements can give. Each function returns the ids that it
// saw.

type Ids = readonly (string | null | undefined)[];

/** Days before a part's failure at which it is judged; negative: after it. */
const moments = [-20, -12, -2, 2, 5, 9, 14, 20, 28, 40, 60, 90] as const;
const devices = 60;

/** A history of a black part as one of another colour: other part code, sensor and error. */
function recolor(history: DeviceHistory, part: TruePart, code: string, color: TonerColor): DeviceHistory {
  const place = tonerColors.indexOf(color) + 1;
  const rename = (key: string) => key.replace(part.code, code).replace(/\.black$/, `.${color}`);
  return {
    ...history,
    days: history.days.map(({ day, values }) => ({
      day,
      values: new Map([...values].map(([key, value]) => [rename(key), value])),
    })),
    errors: history.errors.map((error) => ({ ...error, code: error.code.replace(/1$/, String(place)) })),
  };
}

/** Ids of a part of which lives are learned, seen by devices whose part failed. */
function lifeIds<Model>(
  part: TruePart,
  fit: (histories: readonly DeviceHistory[]) => Model,
  judge: (history: DeviceHistory, day: Day, model: Model) => Ids,
  toHistory: (history: DeviceHistory) => DeviceHistory = (history) => history,
): Ids {
  const fleet = Array.from({ length: devices }, (_, at) => drawDevice(at + 1, part, 400));
  const model = fit(fleet.map(({ history }) => history));
  const failing = fleet.flatMap(({ history, lives }) =>
    lives.flatMap(({ failed }) => (failed !== undefined && failed > firstDay + 120 ? [{ history, failed }] : [])),
  );
  return failing.slice(0, 14).flatMap(({ history, failed }) => {
    const own = toHistory(history);
    return moments.flatMap((before) => judge(knownOn(own, failed - before), failed - before, model));
  });
}

export const fuserIds = (): Ids =>
  lifeIds(
    trueParts.fuser,
    (all) =>
      fitFuser(
        all.flatMap((one) => summariseFuser(one) ?? []),
        undefined,
      ),
    (history, day, model) => {
      const { answer } = judgeFuser(history, { today: day, model });
      return [answer?.messageId, answer?.replacementPart.partsMessageId];
    },
  );

export const secondTransferIds = (): Ids =>
  lifeIds(
    trueParts.secondTransfer,
    (all) =>
      fitSecondTransfer(
        all.flatMap((one) => summariseSecondTransfer(one) ?? []),
        undefined,
      ),
    (history, day, model) => {
      const { answer } = judgeSecondTransfer(history, { today: day, model });
      return [answer?.messageId, answer?.replacementPart.partsMessageId];
    },
  );

export const drumIds = (): Ids =>
  tonerColors.flatMap((color) => {
    const code = drumCodes[color];
    if (code === undefined) return [];
    return lifeIds(
      trueParts.drum,
      (all) =>
        fitDrum(
          all.flatMap((one) => summariseDrum(one) ?? []),
          undefined,
        ),
      (history, day, model) => {
        const { answer } = judgeDrums(history, { today: day, model });
        return [answer?.messageId, answer?.replacementPart.partsMessageId];
      },
      (history) => recolor(history, trueParts.drum, code, color),
    );
  });

export const developerIds = (): Ids =>
  tonerColors.flatMap((color) => {
    const code = developerCodes[color];
    if (code === undefined) return [];
    return lifeIds(
      trueParts.developer,
      (all) =>
        fitDeveloper(
          all.flatMap((one) => summariseDeveloper(one) ?? []),
          undefined,
        ),
      (history, day, model) =>
        judgeDeveloper(history, { today: day, model }).answer?.predictionDevelopers.flatMap((one) => [
          one.messageId,
          one.replacementPart.partsMessageId,
        ]) ?? [],
      (history) => recolor(history, trueParts.developer, code, color),
    );
  });

/**
 * Rollers of every source, with every kind of paper in it, whose retries become three or ten times as many.
 */
export function feedIds(): Ids {
  const papers: readonly (Paper | undefined)[] = [undefined, 'plain', 'recycled', 'thick', 'otherPaper'];
  const model = {
    rates: { paper: { events: 20, exposure: 20_000, size: 2 }, ADF: { events: 20, exposure: 20_000, size: 2 } },
    lives: {},
  };
  return feedSources.flatMap((source) =>
    papers.flatMap((paper) =>
      [3, 10].flatMap((factor) => {
        let retries = 0;
        const days = Array.from({ length: 200 }, (_, day) => {
          retries += day > 130 ? 0.2 * factor : 0.2;
          return { [`source.${source}`]: 200 * day, [`sensor.feedRetries.${source}`]: Math.floor(retries) };
        });
        const history = { ...historyOf(days), ...(paper !== undefined && { papers: { [source]: paper } }) };
        const { answer } = judgeFeedRollers(history, { today, model, usage: undefined });
        return (answer?.predictionFeedRollers ?? []).flatMap((one) => [
          one.messageId,
          one.replacementPart.partsMessageId,
        ]);
      }),
    ),
  );
}

/** CE20 and CE40 of which a device has some, or many, more than its family. */
export const imageControlIds = (): Ids =>
  (['CE20', 'CE40'] as const).flatMap((code) =>
    [12, 3].flatMap((every) => {
      const days = Array.from({ length: 200 }, (_, day) => ({
        'pages.total': 200 * day,
        'sensor.countCE20': code === 'CE20' ? Math.max(0, Math.floor((day - 112) / every)) : 0,
        'sensor.countCE40': code === 'CE40' ? Math.max(0, Math.floor((day - 112) / every)) : 0,
      }));
      const rate = { events: 4, exposure: 80_000 };
      const answer = judgeImageControl(historyOf(days), { today, model: { CE20: rate, CE40: rate } });
      return [answer?.errorCE20?.messageId, answer?.errorCE40?.messageId];
    }),
  );

/** Motors that start more often, or much more often, than those of the family. */
export const polygonalIds = (): Ids =>
  tonerColors.flatMap((color) =>
    [6, 12].flatMap((deviations) => {
      let starts = 0;
      const days = Array.from({ length: 200 }, (_, day) => {
        starts += 104 * Math.exp(day > 130 ? 0.1 * deviations : 0);
        return {
          'pages.total': 700 * day,
          'pages.color': 700 * day,
          [`sensor.polygonalMotorCount.${color}`]: Math.round(starts),
        };
      });
      const line = { devices: 60, intercept: 4, slope: 1 / 7, deviation: 0.1 };
      const answer = judgePolygonal(historyOf(days), { today, model: { [color]: line } });
      return answer?.polygonalMotorDetails.map(({ messageId }) => messageId) ?? [];
    }),
  );

/** Errors of the laser unit on one, two and four of the last days. */
export const laserUnitIds = (): Ids =>
  [1, 2, 4].map((count) => {
    const errors = Array.from(
      { length: count },
      (_, at): ErrorEvent => ({
        at: (today - at) * dayMs,
        code: 'CA10',
        category: 'serviceCall',
        counter: null,
        conditions: {},
      }),
    );
    return judgePolygonal({ ...historyOf([]), errors }, { today, model: undefined })?.messageId;
  });

/** Sensors that drift a little, or far away. */
export const imageSensorIds = (): Ids =>
  tonerColors.flatMap((color) =>
    [13, 34].flatMap((days) => {
      const levels = Array.from({ length: 200 }, (_, day) => ({
        [`sensor.imageQualitySensor.${color}`]: Math.round(
          700 + 5 * Math.sin(day * 1.7) - 3.5 * Math.max(0, day - 200 + days),
        ),
      }));
      const answer = judgeImageSensors(historyOf(levels), { today, model: undefined });
      return answer?.predictionSensors.map(({ messageId }) => messageId) ?? [];
    }),
  );

/** Drives of every kind at both ports with some, more and very many bad sectors; SSDs that wear out. */
export const storageIds = (): Ids =>
  [0, 1].flatMap((port) =>
    [undefined, 1, 2].flatMap((type) => {
      const sectors = (pace: number, since: number) => (day: number) => {
        const count = Math.floor(pace * Math.max(0, day - since));
        return Object.fromEntries(
          [5, 187, 188, 197, 198].map((id) => [
            `smart.${port}.${id}`,
            id === 188 ? 0 : id === 187 ? Math.ceil(count / 4) : count,
          ]),
        );
      };
      const wear = (percent: number) => () => ({ [`wear.${port}`]: percent });
      const kinds = [0.05, 0.1, 0.2, 0.5, 1, 8].flatMap((pace) => [sectors(pace, 150), sectors(pace, 185)]);
      return [...kinds, ...(type === 2 ? [85, 95, 100].map(wear) : [])].flatMap((valuesOf) => {
        const days = Array.from({ length: 200 }, (_, day) => ({
          ...(type !== undefined && { [`drive.${port}`]: type }),
          ...valuesOf(day),
        }));
        const answer = judgeStorage(historyOf(days), { today, model: { drives: 1000, level: null } });
        return answer?.predictionStorages.map(({ messageId }) => messageId) ?? [];
      });
    }),
  );
