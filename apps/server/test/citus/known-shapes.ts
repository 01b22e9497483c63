import type { Shape } from './find-shapes.ts';

/** Statements that a cluster refuses still, by the file that sends them; what is not listed fails a run. */
const byFile: Readonly<Record<string, readonly Shape[]>> = {};

export const knownShapes: ReadonlySet<string> = new Set(
  Object.entries(byFile).flatMap(([file, shapes]) => shapes.map((shape) => `${file} ${shape}`)),
);
