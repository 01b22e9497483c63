import { readJson, type Files, type Finding } from './findings.ts';

/** Files that are no JSON, and keys that stand twice in one list, in whatever table. */
export const checkFiles = (files: Files): Finding[] =>
  [...files.keys()].flatMap((file) => readJson(file, files).findings);
