import { type Finding, wrongText } from '../checks/findings.ts';
import type { Locale } from '../locale.ts';
import { codesOf, spanText } from './code-keys.ts';
import type { TableName } from './device-code.ts';
import type { Lookup } from './lookup.ts';
import { type Entry, entryLookup, findOverlaps, readEntries, withoutTwins } from './table-entries.ts';
import { isRecord } from './tables.ts';

interface Message {
  readonly text: string;
  readonly isSpecified: boolean;
}

/** The messages of one series in one language as far as they can be read. */
export interface Messages {
  readonly file: string;
  readonly fallback: string | undefined;
  readonly entries: readonly Entry<Message>[];
  readonly lookup: Lookup<Entry<Message>>;
}

/** Reads a table of messages, with what is wrong in it when it is looked at alone. */
export function readMessages(
  file: string,
  table: TableName,
  locale: Locale,
  json: unknown,
  untranslated: ReadonlySet<string>,
): { messages: Messages; findings: Finding[] } {
  const findings: Finding[] = [];
  const parts = isRecord(json) ? json : {};
  const toText = (key: string, value: unknown): string => {
    const text = typeof value === 'string' ? value : '';
    findings.push(...wrongText(text, locale, untranslated).map((what) => ({ file, key, what })));
    return text;
  };
  const toList = (name: 'specified' | 'project') => {
    const list = parts[name];
    if (!isRecord(list)) findings.push({ file, key: name, what: 'the list is missing' });
    const messages = Object.entries(isRecord(list) ? list : {});
    return Object.fromEntries(
      messages.map(([key, value]) => [key, { text: toText(key, value), isSpecified: name === 'specified' }]),
    );
  };
  const fallback = toText('fallback', parts.fallback);
  const read = readEntries(file, table, [toList('specified'), toList('project')]);
  findings.push(...read.findings, ...findOverlaps(file, read.entries));
  return { messages: { file, fallback, entries: read.entries, lookup: entryLookup(read.entries) }, findings };
}

/**
 * Entries that no code reaches, and entries of the project that give codes the text they would have anyway.
 * An entry that says the fallback's text for codes that the other language explains is kept: it says that
 * this is meant.
 */
export function findIdleMessages({ file, fallback, entries, lookup }: Messages, other: Messages): Finding[] {
  return withoutTwins(entries, lookup).flatMap((entry) => {
    const { keys, span, value } = entry;
    const answered = codesOf(span)
      .map((code) => ({ code, found: lookup(code) }))
      .filter(({ found }) => found[0] === entry);
    if (answered.length === 0)
      return [{ file, key: keys, what: `${spanText(span)} is never reached: narrower entries name all its codes` }];
    const isIdle = answered.every(({ code, found }) => {
      const next = found[1];
      if (next !== undefined) return next.value.text === value.text;
      return value.text === fallback && other.lookup(code).length === 0;
    });
    if (value.isSpecified || !isIdle) return [];
    return [{ file, key: keys, what: `${spanText(span)} changes nothing: its codes would have this text anyway` }];
  });
}

/**
 * Codes that the other language explains and this one leaves to the fallback (IX-11, OQ-98), neighbours
 * together.
 */
export function findUntranslated(messages: Messages, other: Messages): Finding[] {
  const runs: { first: string; last: string; text: string }[] = [];
  const explained = new Set(other.entries.flatMap(({ span }) => codesOf(span)));
  for (const code of [...explained].sort()) {
    const text = other.lookup(code)[0]?.value.text;
    const run = runs.at(-1);
    if (text === undefined || messages.lookup(code).length > 0) continue;
    if (run !== undefined && run.text === text && isNext(run.last, code)) run.last = code;
    else runs.push({ first: code, last: code, text });
  }
  return runs.map(({ first, last, text }) => ({
    file: messages.file,
    key: first === last ? first : `${first}-${last}`,
    what: `is not translated: only the fallback answers here, the other language says '${text}'`,
  }));
}

const isNext = (one: string, other: string): boolean => Number.parseInt(other, 16) === Number.parseInt(one, 16) + 1;
