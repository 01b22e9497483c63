import type { Tree, TreeModel } from '@platen/diagnosis/components/storage/drive-score';

const head = `import type { TreeModel } from './drive-score.ts';

/**
 * Log odds that a hard disk fails soon: the mean of two models of 80 trees of at most three questions, one
 * for failures within 30 days and one within 7 (0969). They are boosted with logistic loss on the public
 * drive statistics of Backblaze from 2013-04 to 2015-03 (60,241 drives, healthy days every sixth with six
 * times the weight, no model of drive more than 200 failures strong). A node is [feature, bound, at or below,
 * above]; features are those of drive-features.ts. \`npm run bench:drive-model\` writes this file.
 */
// biome-ignore format: one tree a line
export const driveModel: TreeModel = {
`;

/** Figures as they ship, to four decimals. */
export function toShipped({ base, trees }: TreeModel): TreeModel {
  const rounded = (figure: number) => Math.round(figure * 10_000) / 10_000;
  const toTree = (tree: Tree): Tree =>
    typeof tree === 'number' ? rounded(tree) : [tree[0], rounded(tree[1]), toTree(tree[2]), toTree(tree[3])];
  return { base: rounded(base), trees: trees.map(toTree) };
}

/** Text of the file that holds the model of the storage judgement. */
export function toModelFile(model: TreeModel): string {
  const { base, trees } = toShipped(model);
  const lines = trees.map((tree) => `    ${JSON.stringify(tree)},\n`);
  return `${head}  base: ${base},\n  trees: [\n${lines.join('')}  ],\n};\n`;
}
