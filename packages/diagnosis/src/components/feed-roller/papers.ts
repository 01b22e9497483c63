import type { DeviceReport } from '@platen/contract/report';
import type { Paper, Papers } from '../../history/day-reading.ts';
import type { FeedSource } from './feed-readings.ts';

type Inputs = NonNullable<DeviceReport['inputs']>;

const cassettes: readonly FeedSource[] = ['CST1', 'CST2', 'CST3', 'CST4'];
/** In order: the special feeders carry LCF in their names too. */
const sources: readonly (readonly [pattern: RegExp, source: FeedSource])[] = [
  [/\bO2-?LCF\b/i, 'O2LCF'],
  [/\bO-?LCF\b/i, 'OLCF'],
  [/\bT-?LCF\b/i, 'TLCF'],
  [/\bLCF\b|large capacity|大容量/i, 'LCF'],
  [/\bSFB\b|stack feed bypass/i, 'SFB'],
  [/bypass|manual|multi-?purpose|手差し/i, 'bypass'],
];
/**
 * Words of media names; in order, as heavy recycled paper feeds like recycled. Names of sizes say nothing of
 * the kind.
 */
const kinds: readonly (readonly [pattern: RegExp, paper: Paper])[] = [
  [/recycled|再生/i, 'recycled'],
  [/thick|heavy|card|厚紙/i, 'thick'],
  [/envelope|label|transparen|\bOHP\b|thin|glossy|coated|letterhead|封筒|ラベル|薄紙|はがき/i, 'otherPaper'],
  [/plain|stationery|普通紙/i, 'plain'],
];

/**
 * The kind of paper in each source, as far as the trays of the report name both; a source of two kinds has
 * none.
 */
export function toPapers(inputs: Inputs): Papers {
  const found = new Map<FeedSource, Paper | undefined>();
  for (const { name, description, type, media } of inputs) {
    const source = toSource(`${name ?? ''} ${description ?? ''} ${type ?? ''}`);
    const paper = kinds.find(([pattern]) => pattern.test(media ?? ''))?.[1];
    if (source === undefined || paper === undefined) continue;
    found.set(source, found.has(source) && found.get(source) !== paper ? undefined : paper);
  }
  const papers: Partial<Record<FeedSource, Paper>> = {};
  for (const [source, paper] of found) if (paper !== undefined) papers[source] = paper;
  return papers;
}

function toSource(text: string): FeedSource | undefined {
  const special = sources.find(([pattern]) => pattern.test(text))?.[1];
  if (special !== undefined) return special;
  const number = /(?:CST|drawer|cassette|tray|カセット|トレイ)\s*([1-4])\b/i.exec(text)?.[1];
  return number === undefined ? undefined : cassettes[Number(number) - 1];
}
