import { readFileSync } from 'node:fs';
import type { ModelPattern } from '@platen/catalogue/families/models';
import { readModelTable } from '@platen/catalogue/families/read-model-table';
import { toMessage } from '../base/errors.ts';

/** Problems reported at once. */
const most = 20;

/**
 * A site's own table of models and families (OQ-103), from a JSON file of the form of the catalogue's
 * `models.json`. Throws one sentence per problem, with file, entry and what is wrong: a half-read table would
 * leave devices unnamed.
 */
export function readModelFamilies(file: string): readonly ModelPattern[] {
  const { models, problems } = readModelTable(parse(file));
  if (problems.length === 0) return models;
  const lines = problems.slice(0, most).map(({ key, what }) => `${file}${key === '' ? '' : `, ${key}`}: ${what}`);
  const more = problems.length - lines.length;
  throw new Error([...lines, ...(more > 0 ? [`${file}: and ${more} more`] : [])].join('\n    '));
}

function parse(file: string): unknown {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new Error(`${file}: cannot be read: ${toMessage(error)}`, { cause: error });
  }
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new Error(`${file}: is no JSON: ${toMessage(error)}`, { cause: error });
  }
}
