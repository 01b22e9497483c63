import type { AnswerOf } from '@platen/contract/endpoint';
import type { readPmParts } from '@platen/contract/readings';
import type { DeviceReport } from '@platen/contract/report';
import type { DeviceJudgement } from '@platen/diagnosis/judge/judgement';
import { verdictOf } from '@platen/diagnosis/judge/part-verdict';
import { decodeParts, type StoredParts } from '../store/report-format/lists.ts';
import { toValue } from './counters.ts';

export interface PartsRow {
  readonly judged: DeviceJudgement['pmParts'];
  /** The parts as the device last reported them. */
  readonly parts: StoredParts | null;
}

type PmParts = AnswerOf<typeof readPmParts>;
type ReportedPart = NonNullable<DeviceReport['parts']>[number];

/** Percent of the life consumed from which a part is recommended for replacement (OQ-71). */
const usualThreshold = 100;

/**
 * Parts as judged; before the first judgement as the device reports them, without forecasts. `name` is the
 * device's own description: the caller looks up the family's name by the part code.
 */
export function toPmParts({ judged, parts }: PartsRow): PmParts {
  const reported = parts === null ? [] : decodeParts(parts);
  if (judged === null) return { threshold: usualThreshold, parts: reported.map(toReportedPart) };
  const names = new Map(reported.map(({ partsCode, description }) => [partsCode, description ?? null]));
  return {
    ...judged,
    parts: judged.parts.map((part) => ({
      ...part,
      name: part.name ?? names.get(part.partsCode) ?? null,
      verdict: verdictOf(part, judged.threshold),
    })),
  };
}

function toReportedPart(part: ReportedPart): PmParts['parts'][number] {
  const life = toConsumedLife(part);
  const listed = {
    partsCode: part.partsCode,
    name: part.description ?? null,
    lifeNow: life,
    life1Week: null,
    life2Weeks: null,
    life4Weeks: null,
    counter: toValue(part.pages),
    consumedLife: life,
  };
  return { ...listed, verdict: verdictOf(listed, usualThreshold) };
}

/** Percent of the life consumed, as reported, else calculated from pages and life in pages; one decimal. */
function toConsumedLife(part: ReportedPart): number | null {
  const [reported, pages, life] = [toValue(part.consumedLife), toValue(part.pages), toValue(part.lifePages)];
  if (reported !== null) return reported;
  return pages === null || life === null || life <= 0 ? null : Math.round((pages / life) * 1000) / 10;
}
