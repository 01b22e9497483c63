import { at, type Device } from './shown-figures.ts';

/** Two answers about one fact of a device. */
export interface Agreement {
  readonly fact: string;
  readonly one: unknown;
  readonly other: unknown;
}

type Entry = Readonly<Record<string, unknown>>;
const isEntry = (value: unknown): value is Entry => typeof value === 'object' && value !== null;
const entries = (value: unknown): readonly Entry[] => (Array.isArray(value) ? value.filter(isEntry) : []);
const numbers = (values: readonly unknown[]): readonly number[] => values.filter((value) => typeof value === 'number');
/** Null of nothing known. */
const sum = (values: readonly unknown[]): number | null =>
  numbers(values).length === 0 ? null : numbers(values).reduce((all, value) => all + value, 0);

const colors = ['yellow', 'magenta', 'cyan', 'black', 'eBlue'] as const;
const kinds = ['jamDF', 'jamPrint', 'jamFinisher', 'serviceCall', 'other'] as const;

/** Facts that several calls answer; the profile in UTC, as the calls by day and month. */
export function* agreementsOf({ answers }: Device): Generator<Agreement> {
  const of = (call: string, path: string) => at(answers[call], path);
  yield* agreeingParts(answers);
  for (const color of colors) {
    yield {
      fact: `toner ${color}`,
      one: of('profile', `toner.${color}`),
      other: of('toner', `toner.${color}.percent`) ?? null,
    };
    yield {
      fact: `days left ${color}`,
      one: of('toner', `tonerLeftDays.${color}`),
      other: of('toner', `tonerLeftDaysRange.${color}.days`) ?? null,
    };
  }
  for (const kind of kinds) {
    const days = entries(of('error/jams', `dailyJam.${kind}`));
    yield {
      fact: `14 days of ${kind}`,
      one: of('profile', `errorCounters.${kind}`),
      other: sum(days.map(({ count }) => count)),
    };
    const logged = entries(of('error/logs', 'errorLogs')).filter(({ category }) => category === kind);
    for (const { date, count } of days)
      yield {
        fact: `${kind} on ${String(date)}`,
        one: count ?? 0,
        other: logged.filter(({ occurredAt }) => String(occurredAt).startsWith(String(date))).length,
      };
  }
  for (const kind of ['color', 'black'] as const) {
    yield { fact: `${kind} pages`, one: of('profile', `pages.${kind}`), other: of('counter', `summary.total.${kind}`) };
    const months = entries(of('counter', 'monthly'));
    for (const [name, count] of [
      ['month3', 3],
      ['month6', 6],
    ] as const)
      yield {
        fact: `${kind} pages of ${count} months`,
        one: of('counter', `summary.${name}.${kind}`),
        other: sum(months.slice(-count).map((month) => month[kind])),
      };
  }
}

/** Predictions of the parts, their verdicts in the parts list, and what the profile names of both. */
function* agreeingParts(answers: Device['answers']): Generator<Agreement> {
  const parts = entries(at(answers['PMParts'], 'parts'));
  const verdicts = parts.map((part) => at(part, 'verdict.verdict'));
  yield {
    fact: 'recommended parts',
    one: at(answers['profile'], 'nRecommendedReplaceParts'),
    other: verdicts.some((verdict) => verdict !== 'unknown')
      ? verdicts.filter((verdict) => verdict === 'due' || verdict === 'nextVisit').length
      : null,
  };
  const predictions = predictionsIn(answers);
  for (const part of parts) {
    const { answer, component } = predictions.get(String(part['conditionOf'])) ?? {};
    if (answer === undefined) continue;
    const name = `part ${String(part['partsCode'])}`;
    yield { fact: `${name}: advice`, one: part['messageId'] ?? null, other: answer['messageId'] };
    // A source represents several rollers: the one that is worst off.
    if (component === 'feedRoller') continue;
    yield { fact: `${name}: verdict`, one: part['verdict'], other: at(answer, 'replacementPart.verdict') };
    yield {
      fact: `${name}: replaced`,
      one: part['replacedAt'] ?? null,
      other: at(answer, 'replacementPart.lastReplacementDate'),
    };
  }
  for (const sign of entries(at(answers['profile'], 'failurePredictions'))) {
    if (![...predictions.values()].some(({ component }) => component === sign['component'])) continue;
    const part = predictedPart(answers, sign);
    yield {
      fact: `sign of ${String(sign['component'])}`,
      one: sign['predictionFailureDate'] ?? null,
      other: at(part, 'predictionFailureDate') ?? at(part, 'predictionFailureMonth') ?? null,
    };
  }
}

/** The part record of the prediction with the advice of a sign of the profile. */
const predictedPart = (answers: Device['answers'], sign: unknown): unknown =>
  [...predictionsIn(answers).values()]
    .filter(
      ({ component, answer }) => component === at(sign, 'component') && answer['messageId'] === at(sign, 'messageId'),
    )
    .map(({ answer }) => answer['replacementPart'])[0];

/** The predictions of parts that age, by their paths in the evidence. */
function predictionsIn(answers: Device['answers']): ReadonlyMap<string, { component: string; answer: Entry }> {
  const predictions = new Map<string, { component: string; answer: Entry }>();
  for (const [component, call] of [
    ['fuser', 'fuser'],
    ['drum', 'drum'],
    ['secondTransfer', '2ndTransfer'],
  ] as const) {
    const answer = answers[`prediction/${call}`];
    if (isEntry(answer)) predictions.set(`predictions.${component}`, { component, answer });
  }
  for (const [component, list, key] of [
    ['feedRoller', 'predictionFeedRollers', 'paperSource'],
    ['developer', 'predictionDevelopers', 'color'],
  ] as const)
    for (const answer of entries(at(answers[`prediction/${component}`], list)))
      predictions.set(`predictions.${component}.${String(answer[key])}`, { component, answer });
  return predictions;
}
