/** A leaf adds its figure; a node asks whether a feature is at most a bound. */
export type Tree = number | readonly [feature: number, bound: number, atMost: Tree, above: Tree];

/** Boosted trees: the log odds are `base` and one leaf of every tree. */
export interface TreeModel {
  readonly base: number;
  readonly trees: readonly Tree[];
}

/** Log odds of features in the order of the model; a feature that is not there counts as 0. */
export function toLogOdds({ base, trees }: TreeModel, features: ArrayLike<number>): number {
  return trees.reduce<number>((sum, tree) => sum + leafOf(tree, features), base);
}

function leafOf(tree: Tree, features: ArrayLike<number>): number {
  let node = tree;
  while (typeof node !== 'number') node = (features[node[0]] ?? 0) <= node[1] ? node[2] : node[3];
  return node;
}
