// node scripts/lib/wrap-comments.mjs <folder>: wraps the comments of a folder that are longer than a comment
// may be.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseSync } from 'oxc-parser';
import { longestComment } from './banned-words.mjs';

/**
 * The text with every too long comment that has its lines to itself wrapped; lists and code examples stay as
 * they are.
 */
export function wrapComments(file, text) {
  let wrapped = text;
  for (const { type, start, end } of parseSync(file, text).comments.toReversed()) {
    const lineStart = text.lastIndexOf('\n', start) + 1;
    const indent = text.slice(lineStart, start);
    const lineEnd = text.indexOf('\n', end) === -1 ? text.length : text.indexOf('\n', end);
    if (indent.trim() !== '' || text.slice(end, lineEnd).trim() !== '') continue;
    const written = text.slice(start, end);
    const isLong = written
      .split('\n')
      .some((line, index) => line.length + (index === 0 ? indent.length : 0) > longestComment);
    if (!isLong) continue;
    const lines = type === 'Line' ? wrapLineComment(written, indent) : wrapBlock(written, indent);
    wrapped = wrapped.slice(0, start) + lines.join(`\n${indent}`) + wrapped.slice(end);
  }
  return wrapped;
}

function wrapLineComment(written, indent) {
  return wrapWords(written.slice(2).trim(), longestComment - indent.length - 3).map((line) => `// ${line}`);
}

function wrapBlock(written, indent) {
  const opening = written.startsWith('/**') ? '/**' : '/*';
  const body = written.slice(opening.length, -2).split('\n');
  const lines = body
    .map((line) => line.replace(/^\s*\* ?/, '').trimEnd())
    .map((line, index) => (index === 0 ? line.trim() : line));
  while (lines[0] === '') lines.shift();
  while (lines.at(-1) === '') lines.pop();
  const width = longestComment - indent.length - 3;
  const wrapped = toParagraphs(lines).flatMap((line) => wrapLine(line, width));
  return [opening, ...wrapped.map((line) => ` * ${line}`.trimEnd()), ' */'];
}

/** Joins the lines of running text; list items, tags, tables, indented and empty lines start a new one. */
function toParagraphs(lines) {
  const paragraphs = [];
  const isApart = (line) => line === '' || /^(?:\s|[-*|@] ?|\d+\. )/.test(line);
  lines.forEach((line, index) => {
    const before = lines[index - 1];
    if (before === undefined || isApart(line) || before === '') paragraphs.push(line);
    else paragraphs[paragraphs.length - 1] += ` ${line}`;
  });
  return paragraphs;
}

/** Further lines of a list item are indented to its text. */
function wrapLine(line, width) {
  if (line.length <= width) return [line];
  const lead = /^(\s*(?:[-*] |\d+\. )?)/.exec(line)[1];
  return wrapWords(line.slice(lead.length), width - lead.length).map((part, index) =>
    index === 0 ? lead + part : ' '.repeat(lead.length) + part,
  );
}

function wrapWords(text, width) {
  const lines = [''];
  for (const word of text.split(/\s+/))
    if (lines.at(-1) === '') lines[lines.length - 1] = word;
    else if (lines.at(-1).length + 1 + word.length <= width) lines[lines.length - 1] += ` ${word}`;
    else lines.push(word);
  return lines;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const folders = process.argv.slice(2).map((folder) => folder.replace(/\/$/, ''));
  if (folders.length === 0) throw new Error('Name the folders or files whose comments are to wrap.');
  const output = execFileSync('git', ['ls-files', '--', ...folders], { cwd: root, encoding: 'utf8' });
  for (const file of output.split('\n').filter((name) => /\.(?:tsx?|mts|mjs)$/.test(name))) {
    const text = readFileSync(join(root, file), 'utf8');
    const wrapped = wrapComments(file, text);
    if (wrapped !== text) writeFileSync(join(root, file), wrapped);
  }
}
