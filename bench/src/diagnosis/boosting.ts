import type { Tree, TreeModel } from '@platen/diagnosis/components/storage/drive-score';

/** Rows of features one after the other, with 0 or 1 and the weight of each. */
export interface Sample {
  readonly features: number;
  readonly x: Float32Array;
  readonly y: readonly number[];
  readonly weights: readonly number[];
}

const trees = 80;
const depth = 3;
const rate = 0.1;
const l2 = 5;
const leastHessian = 3;
const bins = 64;

interface Histogram {
  readonly gradient: Float64Array;
  readonly hessian: Float64Array;
}

/**
 * Gradient-boosted trees with logistic loss; splits are sought between at most 64 steps a feature. The same
 * sample always gives the same model.
 */
export function boost(sample: Sample): TreeModel {
  const { features, x, y, weights } = sample;
  const n = y.length;
  const edges = Array.from({ length: features }, (_, f) => toEdges(x, n, features, f));
  const steps = toSteps(x, n, features, edges);
  const all = weights.reduce((sum, w) => sum + w, 0);
  const positive = weights.reduce((sum, w, i) => sum + w * (y[i] ?? 0), 0);
  const base = Math.log(positive / (all - positive));
  const odds = new Float64Array(n).fill(base);
  const gradient = new Float64Array(n);
  const hessian = new Float64Array(n);
  const order = new Int32Array(n);
  const aside = new Int32Array(n);

  const histogramOf = (from: number, to: number): Histogram => {
    const sums = { gradient: new Float64Array(features * bins), hessian: new Float64Array(features * bins) };
    for (let z = from; z < to; z++) {
      const i = at(order, z);
      for (let f = 0; f < features; f++) {
        const k = f * bins + at(steps, i * features + f);
        sums.gradient[k] = at(sums.gradient, k) + at(gradient, i);
        sums.hessian[k] = at(sums.hessian, k) + at(hessian, i);
      }
    }
    return sums;
  };
  const grow = (from: number, to: number, level: number, sums: Histogram): Tree => {
    const split = level < depth ? bestSplit(sums, edges) : undefined;
    if (split === undefined) {
      const value = (rate * total(sums.gradient)) / (total(sums.hessian) + l2);
      for (let z = from; z < to; z++) odds[at(order, z)] = at(odds, at(order, z)) + value;
      return value;
    }
    let middle = from;
    let others = 0;
    for (let z = from; z < to; z++) {
      const i = at(order, z);
      if (at(steps, i * features + split.feature) <= split.step) order[middle++] = i;
      else aside[others++] = i;
    }
    order.set(aside.subarray(0, others), middle);
    const leftIsSmall = middle - from <= to - middle;
    const small = leftIsSmall ? histogramOf(from, middle) : histogramOf(middle, to);
    const large = {
      gradient: sums.gradient.map((sum, k) => sum - at(small.gradient, k)),
      hessian: sums.hessian.map((sum, k) => sum - at(small.hessian, k)),
    };
    const left = grow(from, middle, level + 1, leftIsSmall ? small : large);
    const right = grow(middle, to, level + 1, leftIsSmall ? large : small);
    return [split.feature, edges[split.feature]?.[split.step] ?? 0, left, right];
  };

  const grown: Tree[] = [];
  for (let tree = 0; tree < trees; tree++) {
    for (let i = 0; i < n; i++) {
      const share = 1 / (1 + Math.exp(-at(odds, i)));
      const weight = weights[i] ?? 0;
      gradient[i] = weight * ((y[i] ?? 0) - share);
      hessian[i] = weight * share * (1 - share);
      order[i] = i;
    }
    grown.push(grow(0, n, 0, histogramOf(0, n)));
  }
  return { base, trees: grown };
}

/** A model whose log odds are the mean of those of these models. */
export function toMean(models: readonly TreeModel[]): TreeModel {
  const share = (tree: Tree): Tree =>
    typeof tree === 'number' ? tree / models.length : [tree[0], tree[1], share(tree[2]), share(tree[3])];
  return {
    base: models.reduce((sum, { base }) => sum + base, 0) / models.length,
    trees: models.flatMap((model) => model.trees.map(share)),
  };
}

const at = (list: ArrayLike<number>, i: number): number => list[i] ?? 0;

/** Sum over one feature's bins, which hold every row. */
function total(sums: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < bins; k++) sum += at(sums, k);
  return sum;
}

function bestSplit({ gradient, hessian }: Histogram, edges: readonly (readonly number[])[]) {
  const [g, h] = [total(gradient), total(hessian)];
  const gain = (sum: number, weight: number) => sum ** 2 / (weight + l2);
  let best = 1e-3;
  let found: { feature: number; step: number } | undefined;
  for (const [feature, list] of edges.entries()) {
    let [left, leftWeight] = [0, 0];
    for (let step = 0; step < list.length; step++) {
      left += at(gradient, feature * bins + step);
      leftWeight += at(hessian, feature * bins + step);
      if (leftWeight < leastHessian || h - leftWeight < leastHessian) continue;
      const score = gain(left, leftWeight) + gain(g - left, h - leftWeight) - gain(g, h);
      if (score > best) {
        best = score;
        found = { feature, step };
      }
    }
  }
  return found;
}

/** Bounds between steps: half of them at quantiles of the rows, half at quantiles of the different values. */
function toEdges(x: Float32Array, n: number, features: number, feature: number): number[] {
  const sorted: number[] = [];
  const stride = Math.max(1, Math.floor(n / 200_000));
  for (let i = 0; i < n; i += stride) sorted.push(at(x, i * features + feature));
  sorted.sort((a, b) => a - b);
  const different = sorted.filter((value, i) => i === 0 || value !== sorted[i - 1]);
  if (different.length < bins) return different.slice(1).map((value, i) => (value + at(different, i)) / 2);
  const bounds = new Set<number>();
  for (let q = 1; q < bins / 2; q++) {
    for (const list of [sorted, different]) bounds.add(at(list, Math.floor((q / (bins / 2)) * list.length)));
  }
  return [...bounds].sort((a, b) => a - b);
}

function toSteps(x: Float32Array, n: number, features: number, edges: readonly (readonly number[])[]): Uint8Array {
  const steps = new Uint8Array(n * features);
  for (const [feature, list] of edges.entries()) {
    for (let i = 0; i < n; i++) {
      const value = at(x, i * features + feature);
      let [low, high] = [0, list.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        if (value > at(list, middle)) low = middle + 1;
        else high = middle;
      }
      steps[i * features + feature] = low;
    }
  }
  return steps;
}
