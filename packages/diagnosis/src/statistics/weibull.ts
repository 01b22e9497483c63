/**
 * Life times of a kind of part: H(t) = (t / scale) ^ shape is the cumulative hazard, exp(−H) the share still
 * alive.
 */
export interface Weibull {
  readonly shape: number;
  readonly scale: number;
}

/**
 * One life under watch: from `entry` (0 when seen from new) to `end`; `failed` false: replaced early or still
 * running.
 */
export interface Life {
  readonly entry: number;
  readonly end: number;
  readonly failed: boolean;
  /** How much of a failure its end is, 0 to 1; left out: 1 where it failed, else 0. */
  readonly share?: number;
}

const shareOf = ({ failed, share }: Life): number => share ?? Number(failed);

/** What is believed before any life was seen. A larger worth (in failures, roughly) holds the fit closer. */
export interface WeibullPrior {
  readonly shape: number;
  readonly shapeWorth: number;
  /** Undefined: the lives alone decide. */
  readonly scale?: number | undefined;
  readonly scaleWorth: number;
}

/**
 * Parts wear out: hazard grows with age; two thirds of the kinds of part have a shape between 1.8 and 4.5.
 */
export const wearOut: WeibullPrior = { shape: 2.9, shapeWorth: 4, scaleWorth: 0 };

const shapeLimits: readonly [number, number] = [0.5, 15];

/**
 * Greatest posterior likelihood of shape and scale with right censoring and late entry (Meeker and Escobar,
 * Statistical Methods for Reliability Data, chapters 8 and 14); normal priors on the logarithms keep few
 * failures from running wild: ln shape varies by 1 / √worth, ln scale by 1 / (shape √worth). Lives that end
 * at or before their entry are left out. Undefined without a failure, unless the prior knows a scale.
 */
export function fitWeibull(lives: readonly Life[], prior: WeibullPrior = wearOut): Weibull | undefined {
  const used = lives.filter(({ entry, end }) => end > entry && entry >= 0 && Number.isFinite(end));
  const failures = used.reduce((sum, life) => sum + shareOf(life), 0);
  if (!(failures > 0) && prior.scale === undefined) return undefined;
  if (used.length === 0) return prior.scale === undefined ? undefined : { shape: prior.shape, scale: prior.scale };
  const logUnit = Math.log(prior.scale ?? Math.max(...used.map(({ end }) => end)));
  const at = (logShape: number) => bestScale(used, failures, Math.exp(logShape), prior, logUnit);
  const logShape = highest((value) => at(value).height, Math.log(shapeLimits[0]), Math.log(shapeLimits[1]));
  return { shape: Math.exp(logShape), scale: Math.exp(at(logShape).logScale) };
}

/**
 * The best scale for a shape, and how likely both are: Newton's method on ln scale, where the posterior is
 * concave.
 */
function bestScale(lives: readonly Life[], failures: number, shape: number, prior: WeibullPrior, logUnit: number) {
  const unit = Math.exp(logUnit);
  let hazard = 0;
  let logs = 0;
  for (const life of lives) {
    const { entry, end } = life;
    const share = shareOf(life);
    hazard += (end / unit) ** shape - (entry / unit) ** shape;
    if (share > 0) logs += share * Math.log(end / unit);
  }
  const precision = prior.scale === undefined ? 0 : prior.scaleWorth * shape ** 2;
  let shift = precision > 0 ? 0 : Math.log(Math.max(hazard, 1e-12) / failures) / shape;
  const limit = precision > 0 ? 30 : 0;
  for (let round = 0; round < limit; round++) {
    const expected = hazard * Math.exp(-shape * shift);
    const step = (shape * (expected - failures) - precision * shift) / (shape ** 2 * expected + precision);
    shift += Math.max(-1, Math.min(1, step));
    if (Math.abs(step) < 1e-9) break;
  }
  const likelihood =
    failures * (Math.log(shape) - shape * shift) + (shape - 1) * logs - hazard * Math.exp(-shape * shift);
  const height =
    likelihood - (precision * shift ** 2) / 2 - (prior.shapeWorth * (Math.log(shape) - Math.log(prior.shape)) ** 2) / 2;
  return { logScale: logUnit + shift, height };
}

/** Place of the only maximum between two bounds: golden-section search. */
function highest(height: (x: number) => number, from: number, to: number): number {
  const golden = (Math.sqrt(5) - 1) / 2;
  let [low, high] = [from, to];
  let [left, right] = [high - golden * (high - low), low + golden * (high - low)];
  let [leftHeight, rightHeight] = [height(left), height(right)];
  while (high - low > 1e-5) {
    if (leftHeight > rightHeight) {
      [high, right, rightHeight] = [right, left, leftHeight];
      left = high - golden * (high - low);
      leftHeight = height(left);
    } else {
      [low, left, leftHeight] = [left, right, rightHeight];
      right = low + golden * (high - low);
      rightHeight = height(right);
    }
  }
  return (low + high) / 2;
}

/**
 * Life still to come, in the unit of the life, that a part of this age outlives with probability 1 − share:
 * 0.5 gives the median, 0.1 and 0.9 the bounds of the 80 % interval. An age below 0 counts as 0.
 */
export function remainingLife(law: Weibull, age: number, share: number): number {
  return remainingLives(law, age)(share);
}

/** The same for one age and many shares. */
export function remainingLives({ shape, scale }: Weibull, age: number): (share: number) => number {
  const lived = Math.max(0, age);
  const reached = (lived / scale) ** shape;
  return (share) => scale * (reached - Math.log(1 - share)) ** (1 / shape) - lived;
}

/** Share of the pieces of this age that fail before a later one. */
export function failingShare({ shape, scale }: Weibull, age: number, later: number): number {
  return 1 - Math.exp((Math.max(0, age) / scale) ** shape - (Math.max(age, later, 0) / scale) ** shape);
}
