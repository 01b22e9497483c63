import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The decisions of a folder, by number: { number, file, title, date, status }. The title is the first
 * heading; `date` and `status` come from the line below it, `2026-11-22 · superseded by 0192`; without one a
 * decision is in force and undated.
 */
export function readDecisions(folder) {
  const names = readdirSync(folder).filter((name) => /^\d{4}-.+\.md$/.test(name));
  return names.sort().map((file) => {
    const lines = readFileSync(join(folder, file), 'utf8').split('\n');
    const title = (lines[0] ?? '').replace(/^#\s*(\d{4}:?\s+)?/, '');
    const [, date = '', status = 'in force'] = /^(\d{4}-\d\d-\d\d)(?: · (.+))?$/.exec(lines[2] ?? '') ?? [];
    return { number: file.slice(0, 4), file, title, date, status };
  });
}

/** The text of the index of decisions. */
export function toIndex(decisions) {
  const rows = decisions.map(
    ({ number, file, title, date, status }) => `| [${number}](${file}) | ${title} | ${date} | ${status} |`,
  );
  return [
    '# Decisions',
    '',
    'One file per decision: what was decided, why, and what was measured. `npm run docs` writes this table from the first',
    'heading of each file and the line below it (`2026-11-22 · in force`, or `superseded by 0192`); a test compares the two.',
    '',
    '| number | decision | date | status |',
    '| --- | --- | --- | --- |',
    ...rows,
    '',
  ].join('\n');
}
