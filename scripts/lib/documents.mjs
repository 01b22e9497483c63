import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const reference = /(-?\d[\d,]*(?:\.\d+)?)\s?[A-Za-z%]{0,3}\s*<!-- value: (\S+) ([\w.]+)(?: \/ ([\w.* ]+?))? -->/g;

/** Names of lengths of time that constants are multiplied by, in milliseconds. */
const units = { secondMs: 1000, minuteMs: 60_000, hourMs: 3_600_000, dayMs: 86_400_000 };
const factor = `(?:\\d+ \\*\\* \\d+|-?\\d[\\d_]*(?:\\.\\d+)?|${Object.keys(units).join('|')})`;
const product = `${factor}(?:\\s*\\*\\s*${factor})*`;

/**
 * Numbers of a document that differ from the code. A document names the origin of a number in a comment
 * directly after it and its unit, `15 min<!-- value: apps/a/b.ts graceMs / minuteMs -->`: the file, what the
 * file sets once to that number, and by what the number of the code is divided where the units differ. The
 * name is a constant, a property (`limits.now` where several objects have one), a variable with a default
 * (`graceMs ?? 5000`), or a setting of the server (`PLATEN_…` in its table). `read` returns the text of a
 * file by its path from the root.
 */
export function checkValues(document, text, read) {
  // In code spans the form is shown, not used.
  const used = text.replace(/`[^`\n]*`/g, '');
  const references = [...used.matchAll(reference)];
  const unread = used.split('<!-- value:').length - 1 - references.length;
  const problems = references.flatMap(([, shown, file, name, divisor = '1']) => {
    const found = findValues(read(file), name);
    if (found.length !== 1) return [`${document}: ${file} sets ${name} ${found.length} times to a number, not once`];
    const value = found[0] / multiply(divisor);
    // Equal but for the rounding of a division, 0.07 / 0.01.
    return Math.abs(Number(shown.replaceAll(',', '')) - value) < 1e-9 * Math.max(1, Math.abs(value))
      ? []
      : [`${document}: ${shown} is ${name} of ${file}, which is ${value}`];
  });
  return unread === 0 ? problems : [...problems, `${document}: ${unread} comments with a value do not follow a number`];
}

/** Every number that a file sets this name to; of `limits.now` those in the object `limits`. */
function findValues(code, path) {
  const [name, ...objects] = path.split('.').toReversed();
  if (objects.length > 0)
    return [...code.matchAll(new RegExp(`\\b${objects[0]}\\b[^={}\\n]*[:=]\\s*(\\{[^{}]*\\})`, 'g'))].flatMap(
      ([, body]) => findValues(body, name),
    );
  const forms = [
    // `name = 3`, `name: 3`, `name?: number = 3`, `name ?? 3`, `name: z.optional(whole(3, …))`
    new RegExp(`\\b${name}\\b(?:: number)?\\s*(?:[:=]|\\?\\?)\\s*(?:[\\w.]+\\()*(${product})(?![\\w.])`, 'g'),
    // `required('NAME', 'what it does', '3', …)`
    new RegExp(`'${name}',\\s*'[^'\\n]*',\\s*'(\\d+)',`, 'g'),
  ];
  return forms.flatMap((form) => [...code.matchAll(form)].map(([, value]) => multiply(value)));
}

/** The value of a product, `2 * minuteMs`, also with a power, `2 ** 30`. */
const multiply = (text) =>
  text.split(/(?<!\*)\*(?!\*)/).reduce((all, one) => {
    const [base = '', power = '1'] = one.split('**').map((part) => part.trim());
    return all * (units[base] ?? Number(base.replaceAll('_', '')) ** Number(power));
  }, 1);

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

const place = /(<!-- settings -->\n)[\s\S]*?(<!-- \/settings -->)/;

/** README text with the settings' table at its place. */
export function toReadme(readme, settings) {
  const rows = Object.values(settings).map(
    ({ env, description, default: value, secret }) =>
      `| \`${env}\` | ${value === undefined || value === '' ? '' : `\`${value}\``} | ${escape(description)}${secret ? ` Secret: \`${env}_FILE\` names a file that holds it.` : ''} |`,
  );
  return readme.replace(place, `$1\n| variable | default | |\n| --- | --- | --- |\n${rows.join('\n')}\n\n$2`);
}

const escape = (text) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');
