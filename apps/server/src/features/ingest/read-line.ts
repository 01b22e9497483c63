import { ingestLimits } from '@platen/contract/ingest';
import type { DeviceReport } from '@platen/contract/report';
import { type ShortList, shortenParts, shortenSensors } from './short-lists.ts';
import { sliceMembers } from './slice-members.ts';
import type { ShortLists } from './to-said.ts';

/** A report out of a line of JSON. */
export interface ReadReport {
  value: unknown;
  /** The JSON had no \\u escape, so no text in it can hold a character that is only possible by one. */
  plain: boolean;
  /** Longer than a report may be; it may be once what is wrong in it is left out. */
  large: boolean;
  /** Sections as they stand in the line; only of plain ones. */
  texts?: ReadonlyMap<string, string> | undefined;
}

const strictText = new TextDecoder('utf-8', { fatal: true });

/** The report in a line, or what is wrong with the line, to follow 'the line'. */
export function readLine(line: Buffer): ReadReport | string {
  let text: string;
  try {
    text = strictText.decode(line);
  } catch {
    return 'is not UTF-8 text';
  }
  try {
    const plain = isPlain(line);
    const value: unknown = JSON.parse(text);
    const texts = plain ? sliceMembers(text) : undefined;
    return { value, plain, large: line.length > ingestLimits.reportBytes, texts };
  } catch (error) {
    return `is not JSON: ${error instanceof Error ? error.message.slice(0, 200) : ''}`;
  }
}

/**
 * The same in a fraction of the time, with lists of figures read by themselves: the report holds only the rest of them.
 * Undefined where the line is to be read carefully. What it gives back may still be no report.
 */
export function readQuickly(line: Buffer): (ReadReport & { lists: ShortLists }) | undefined {
  if (line.length > ingestLimits.reportBytes || !isPlain(line)) return undefined;
  try {
    const text = strictText.decode(line);
    const lists = new Map<string, ShortList>();
    let [rest, restFrom, isTwice] = ['', 0, false];
    const texts = sliceMembers(text, (name, from) => {
      isTwice ||= lists.has(name);
      const list = shorteners.get(name)?.(text, from);
      if (list === undefined) return from;
      lists.set(name, list);
      rest += text.slice(restFrom, from) + list.rest;
      restFrom = list.end;
      return list.end;
    });
    // The lists are JSON; what is left being JSON, with a list where each of them stood, the whole line is.
    const value: unknown = JSON.parse(rest + text.slice(restFrom));
    const [parts, sensors] = [lists.get('parts'), lists.get('sensors')];
    return lists.size === 0 || isTwice
      ? undefined
      : { value, plain: true, large: false, texts, lists: { parts, sensors } };
  } catch {
    return undefined;
  }
}

const shorteners: ReadonlyMap<string, (text: string, from: number) => ShortList | undefined> = new Map([
  ['parts', shortenParts],
  ['sensors', shortenSensors],
]);

/** The lists of a report that can be kept short. */
export function findShortLists({ parts, sensors }: DeviceReport): ShortLists {
  return {
    parts: parts && shortenParts(JSON.stringify(parts)),
    sensors: sensors && shortenSensors(JSON.stringify(sensors)),
  };
}

const isPlain = (json: Buffer): boolean => !json.includes('\\u');
