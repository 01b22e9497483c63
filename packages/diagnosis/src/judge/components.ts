import { predictionComponents } from '@platen/contract/prediction-components';
import type { PredictionComponent, Predictions } from '@platen/contract/predictions';
import { fitDeveloper, judgeDeveloper, summariseDeveloper } from '../components/developer.ts';
import { fitDrum, judgeDrums, summariseDrum } from '../components/drum.ts';
import {
  fitFeedRollers,
  judgeFeedRollers,
  type SourceCondition,
  summariseFeedRollers,
} from '../components/feed-roller.ts';
import { fitFuser, judgeFuser, summariseFuser } from '../components/fuser.ts';
import { fitImageControl, judgeImageControl, summariseImageControl } from '../components/image-control-error.ts';
import { fitImageSensors, judgeImageSensors, summariseImageSensors } from '../components/image-quality-sensor.ts';
import type { EndingModel } from '../components/part-life/ended-pieces.ts';
import type { PartCondition } from '../components/part-life/part-condition.ts';
import { fitPolygonal, judgePolygonal, summarisePolygonal } from '../components/polygonal-motor.ts';
import { fitSecondTransfer, judgeSecondTransfer, summariseSecondTransfer } from '../components/second-transfer.ts';
import { fitStorage, judgeStorage, summariseStorage } from '../components/storage.ts';
import { fitToner, summariseToner } from '../components/toner.ts';
import { type Day, type DeviceHistory, seriesOf } from '../history/day-reading.ts';
import { pageLimits, toIncrements } from '../history/segments.ts';
import { summariseNeeds } from '../parts-needed/device-needs.ts';
import { fitNeeds } from '../parts-needed/needs-model.ts';
import { fitCalls, summariseCalls } from '../risk/recurring-calls.ts';
import { fitStops, summariseStops } from '../risk/stop-model.ts';
import { fitUsage } from '../usage/calibration.ts';
import type { UsageForecast } from '../usage/forecast-usage.ts';
import { summariseUsage } from '../usage/summarise-usage.ts';
import type { Opened } from './opened.ts';
import type { Conditions } from './with-verdicts.ts';

/**
 * What is learned of a family: how a device is summarised (undefined: it measures nothing of the kind), and
 * how the model is fitted to the summaries, towards the model of all devices. Names and shapes are stored
 * with summaries and models.
 */
const learners = {
  // First: why pieces of any kind were replaced teaches how long those of each kind last (0900).
  stops: { summarise: summariseStops, fit: fitStops },
  usage: {
    summarise: (history: DeviceHistory, last: Day) =>
      summariseUsage(toIncrements(seriesOf(history, 'pages.total'), pageLimits), last),
    fit: fitUsage,
  },
  toner: { summarise: summariseToner, fit: fitToner },
  fuser: { summarise: summariseFuser, fit: fitFuser },
  drum: { summarise: summariseDrum, fit: fitDrum },
  secondTransfer: { summarise: summariseSecondTransfer, fit: fitSecondTransfer },
  developer: { summarise: summariseDeveloper, fit: fitDeveloper },
  feedRoller: { summarise: summariseFeedRollers, fit: fitFeedRollers },
  imageQualitySensor: { summarise: summariseImageSensors, fit: fitImageSensors },
  imageControlError: { summarise: summariseImageControl, fit: fitImageControl },
  polygonalMotor: { summarise: summarisePolygonal, fit: fitPolygonal },
  storage: { summarise: summariseStorage, fit: fitStorage },
  calls: { summarise: summariseCalls, fit: fitCalls },
  needs: { summarise: summariseNeeds, fit: fitNeeds },
} as const;

type Learners = typeof learners;
type LearnerName = keyof Learners;
type AllSummaries = { [K in LearnerName]: NonNullable<ReturnType<Learners[K]['summarise']>> };
type AllModels = { [K in LearnerName]: NonNullable<ReturnType<Learners[K]['fit']>> };

/** Summaries of one device by learner; JSON. A learner of which the device measures nothing is left out. */
export type Summaries = Readonly<Partial<AllSummaries>>;
/** Models of one family by learner; JSON. Left out where the family is too small. */
export type Models = Readonly<Partial<AllModels>>;

type Table = {
  readonly [K in LearnerName]: {
    readonly summarise: (history: DeviceHistory, last: Day) => AllSummaries[K] | undefined;
    readonly fit: (
      summaries: readonly AllSummaries[K][],
      common: AllModels[K] | undefined,
      endings: EndingModel | undefined,
    ) => AllModels[K] | undefined;
  };
};
const table: Table = learners;
const isLearner = (name: string): name is LearnerName => name in table;

/** What a device adds to each model. `last`: its last day with readings. */
export function summariseAll(history: DeviceHistory, last: Day): Summaries {
  const found: Partial<AllSummaries> = {};
  const add = <K extends LearnerName>(name: K, learner: Table[K]) => {
    const summary = learner.summarise(history, last);
    if (summary !== undefined) found[name] = summary;
  };
  for (const name in table) if (isLearner(name)) add(name, table[name]);
  return found;
}

/** Every model of a family, from the summaries of its devices. */
export function fitAll(summaries: readonly Summaries[], common: Models | undefined): Models {
  const found: Partial<AllModels> = {};
  const add = <K extends LearnerName>(name: K, learner: Table[K]) => {
    const own = summaries.flatMap((summary): AllSummaries[K][] => {
      const one: AllSummaries[K] | undefined = summary[name];
      return one === undefined ? [] : [one];
    });
    const model = learner.fit(own, common?.[name], found.stops?.endings);
    if (model !== undefined) found[name] = model;
  };
  for (const name in table) if (isLearner(name)) add(name, table[name]);
  return found;
}

/** What a component is judged with. `usage`: forecast of all pages of the device. */
interface ComponentContext {
  readonly today: Day;
  readonly model: Models | undefined;
  readonly usage: UsageForecast | undefined;
  /** Limits of the signs that were open after the last judgement. */
  readonly opened: Opened | undefined;
}

/** A judged component: its answer, null without data, and what it adds to the judgement of parts. */
interface ComponentJudgement<C extends PredictionComponent> {
  readonly answer: Predictions[C];
  readonly conditions?: readonly PartCondition[];
  readonly sources?: readonly SourceCondition[];
}

/** Judges every predicted component (docs/decisions/0275). */
function judgeEach(history: DeviceHistory, { today, model, usage, opened }: ComponentContext) {
  const ofLives = { today, opened: opened && (opened.parts ?? {}), years: model?.usage?.years };
  return {
    fuser: judgeFuser(history, { ...ofLives, model: model?.fuser }),
    secondTransfer: judgeSecondTransfer(history, { ...ofLives, model: model?.secondTransfer }),
    feedRoller: judgeFeedRollers(history, {
      today,
      model: model?.feedRoller,
      usage,
      opened: opened?.feedRoller,
    }),
    developer: judgeDeveloper(history, { ...ofLives, model: model?.developer }),
    imageQualitySensor: {
      answer: judgeImageSensors(history, {
        today,
        model: model?.imageQualitySensor,
        opened: opened?.imageQualitySensor,
      }),
    },
    imageControlError: {
      answer: judgeImageControl(history, {
        today,
        model: model?.imageControlError,
        opened: opened?.imageControlError,
      }),
    },
    polygonalMotor: { answer: judgePolygonal(history, { today, model: model?.polygonalMotor }) },
    drum: judgeDrums(history, { ...ofLives, model: model?.drum }),
    hdd: { answer: judgeStorage(history, { today, model: model?.storage, opened: opened?.hdd }) },
  } as const satisfies { readonly [C in PredictionComponent]: ComponentJudgement<C> };
}

type Judgements = { readonly [C in PredictionComponent]: ComponentJudgement<C> };

/** The answers of the components, with what they found out about parts and paper sources. */
interface JudgedComponents {
  readonly answers: Predictions;
  readonly conditions: Conditions;
  /** Part code of the drum that is shown; null without one. Advice about all drums. */
  readonly drums: { readonly shown: string | null; readonly messageIds: readonly string[] };
}

/** Judges every predicted component. */
export function judgeComponents(history: DeviceHistory, context: ComponentContext): JudgedComponents {
  const each = judgeEach(history, context);
  return { ...join(each), drums: each.drum };
}

function join(judged: Judgements): Pick<JudgedComponents, 'answers' | 'conditions'> {
  const answers: { -readonly [C in PredictionComponent]?: Predictions[C] } = {};
  const add = <C extends PredictionComponent>(component: C, { answer }: ComponentJudgement<C>) => {
    answers[component] = answer;
  };
  for (const component of predictionComponents) add(component, judged[component]);
  if (!isWhole(answers)) throw new Error('A component has no judgement.');
  const all = predictionComponents.map((component) => judged[component]);
  return {
    answers,
    conditions: {
      parts: all.flatMap(({ conditions }) => conditions ?? []),
      sources: all.flatMap(({ sources }) => sources ?? []),
    },
  };
}

const isWhole = (answers: Partial<Predictions>): answers is Predictions =>
  predictionComponents.every((component) => component in answers);
