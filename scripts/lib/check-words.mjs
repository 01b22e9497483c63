import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseSync, Visitor } from 'oxc-parser';
import { bannedNames, bannedPhrases, longestComment, unchecked, wireNames } from './banned-words.mjs';

/**
 * Catalogues of codes, the terms and the requirements are quoted word for word; the list of banned words has
 * to name them.
 */
const exempt =
  /^(packages\/catalogue\/src\/(data\/|terms-of-use\.ts$)|docs\/specification\/|scripts\/lib\/(banned|check)-words\.|docs\/glossary\.md$)/;

const anyPhrase = new RegExp(bannedPhrases.map(({ pattern }) => pattern.source).join('|'), 'i');
const anyName = new RegExp(
  bannedNames
    .flatMap(({ parts }) => parts)
    .map((part) => `${part}|${capital(part)}`)
    .join('|'),
);

/**
 * Every banned word in comments, strings, identifiers and Markdown of the repository, as `file:line: what`.
 * Folders that `unchecked` lists are skipped, unless `only` (a path below the root) names what to check.
 */
export function checkWords(root, only) {
  const wrong = [];
  for (const file of listFiles(root)) {
    if (exempt.test(file)) continue;
    if (only === undefined ? unchecked.some((entry) => isWithin(file, entry)) : !isWithin(file, only)) continue;
    const text = readFileSync(join(root, file), 'utf8');
    const found = file.endsWith('.md') ? findInMarkdown(text) : findInCode(file, text);
    for (const { line, what } of found) wrong.push(`${file}:${line}: ${what}`);
  }
  return wrong;
}

/** Findings of one TypeScript or JavaScript text, by line. */
export function findInCode(file, text) {
  // Parsing takes nearly all of the time, and most files need none.
  const hasLongLine = text.split('\n').some((line) => line.length > longestComment && /^\s*(\/[/*]|\*)/.test(line));
  const flat = joinLines(text);
  if (!hasLongLine && !anyPhrase.test(flat) && !anyName.test(text)) return [];
  const lineAt = toLineAt(text);
  const found = [];
  const { comments, program } = parseSync(file, text);
  for (const { start, end } of joinComments(comments, text)) {
    found.push(...findPhrases(flat.slice(start, end), lineAt(start), 'comment'));
    found.push(...findLongLines(text.slice(start, end), lineAt(start), text));
  }
  const names = new Map();
  const addName = ({ name, start }) => names.set(name, Math.min(start, names.get(name) ?? start));
  new Visitor({
    Identifier: addName,
    JSXIdentifier: addName,
    PrivateIdentifier: addName,
    JSXText: ({ value, start }) => found.push(...findPhrases(value, lineAt(start), 'text')),
    Literal({ value, start }) {
      if (typeof value === 'string') found.push(...findPhrases(value, lineAt(start), 'text'));
    },
    TemplateElement: ({ value, start }) => found.push(...findPhrases(value.raw, lineAt(start), 'text')),
  }).visit(program);
  for (const [name, start] of names) {
    const ban = findBannedName(name);
    if (ban !== undefined) found.push({ line: lineAt(start), what: `identifier ${name}: use ${ban.use}` });
  }
  return found.sort((one, other) => one.line - other.line);
}

/** Findings of a Markdown text outside fenced code, by line. */
export function findInMarkdown(text) {
  return findPhrases(
    text.replace(/^```[\s\S]*?^```/gm, (block) => block.replace(/[^\n]/g, ' ')),
    1,
    'prose',
  );
}

/** The ban that a part of a camelCase identifier falls under. Names with underscores are the database's. */
function findBannedName(name) {
  if (name.includes('_') || wireNames.has(name)) return undefined;
  const parts = new Set(name.split(/(?<=[a-z0-9])(?=[A-Z])/).map((part) => part.toLowerCase()));
  return bannedNames.find((ban) => ban.parts.some((part) => parts.has(part)));
}

function findPhrases(text, firstLine, where) {
  if (!anyPhrase.test(text)) return [];
  const found = [];
  for (const { pattern, use } of bannedPhrases)
    for (const match of text.matchAll(new RegExp(pattern, 'gi'))) {
      const line = firstLine + countLines(text.slice(0, match.index));
      found.push({ line, what: `${where} "${match[0].replace(/\s+/g, ' ')}": use ${use}` });
    }
  return found;
}

/** The text with the marks at the beginning of comment lines blanked: a phrase may run over a line break. */
function joinLines(text) {
  return text.replace(/(?<=\n\s*)(?:\*(?!\/)|\/\/)/g, (mark) => ' '.repeat(mark.length));
}

/** Ranges of the comments; line comments with nothing between them but blanks are one. */
function joinComments(comments, text) {
  const ranges = [];
  for (const { type, start, end } of comments) {
    const last = ranges.at(-1);
    const continues = last?.type === 'Line' && type === 'Line' && /^\s*$/.test(text.slice(last.end, start));
    if (continues) last.end = end;
    else ranges.push({ type, start, end });
  }
  return ranges;
}

function findLongLines(comment, firstLine, text) {
  const lines = text.split('\n').slice(firstLine - 1, firstLine + countLines(comment));
  return lines.flatMap((line, index) =>
    line.length > longestComment && /^\s*(\/[/*]|\*)/.test(line) && !line.includes('://')
      ? [{ line: firstLine + index, what: `comment of ${line.length} characters: at most ${longestComment}` }]
      : [],
  );
}

const countLines = (text) => text.split('\n').length - 1;

function toLineAt(text) {
  return (offset) => countLines(text.slice(0, offset)) + 1;
}

function capital(word) {
  return word[0].toUpperCase() + word.slice(1);
}

const isWithin = (file, entry) => file === entry || file.startsWith(`${entry}/`);

function listFiles(root) {
  const patterns = ['*.ts', '*.tsx', '*.mts', '*.mjs', '*.md'];
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', ...patterns];
  const output = execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 });
  return [...new Set(output.split('\0'))].filter((file) => file !== '').sort((one, other) => (one < other ? -1 : 1));
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const only = process.argv[2]?.replace(/\/$/, '');
  const wrong = checkWords(root, only);
  for (const line of wrong) console.log(line);
  console.log(`${wrong.length} findings${only === undefined ? ' in what is checked' : ` in ${only}`}`);
  process.exitCode = wrong.length === 0 ? 0 : 1;
}
