import type { AnswerOf } from '@platen/contract/endpoint';
import type { readPmParts } from '@platen/contract/history';
import type { DeviceReport } from '@platen/contract/report';
import type { DeviceJudgement } from '@platen/diagnosis/judge/judgement';
import { verdictOf } from '@platen/diagnosis/judge/part-verdict';
import { toValue } from './readings.ts';
import { toWholeParts } from './whole-lists.ts';

export interface PartsRow {
  readonly judged: DeviceJudgement['pmParts'];
  /** The parts as the device last reported them, as stored (`whole-lists.ts`). */
  readonly parts: DeviceReport['parts'] | null;
}

type PmParts = AnswerOf<typeof readPmParts>;
type ReportedPart = NonNullable<DeviceReport['parts']>[number];

/** Percent of the life consumed from which a part is recommended for replacement (OQ-71). */
const usualThreshold = 100;

/**
 * Parts as judged; before the first judgement as the device tells them, without forecasts. The family's name of a part is
 * the reader's to look up by its code: `name` is the device's own description.
 */
export function toPmParts({ judged, parts }: PartsRow): PmParts {
  const told = toWholeParts(parts ?? []);
  if (judged === null) return { threshold: usualThreshold, parts: told.map(toReportedPart) };
  const names = new Map(told.map(({ partsCode, description }) => [partsCode, description ?? null]));
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

/** Percent of the life consumed, as told, else the pages of the life's pages, one decimal. */
function toConsumedLife(part: ReportedPart): number | null {
  const [told, pages, life] = [toValue(part.consumedLife), toValue(part.pages), toValue(part.lifePages)];
  if (told !== null) return told;
  return pages === null || life === null || life <= 0 ? null : Math.round((pages / life) * 1000) / 10;
}
