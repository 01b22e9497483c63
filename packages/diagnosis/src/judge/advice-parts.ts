import { parseAdviceId, subjectOfSign } from '@platen/contract/advice-ids';
import { codesOfUnits, feedPartCodes } from '@platen/contract/part-codes';
import { paperSources } from '@platen/contract/report-sections';

/**
 * The parts that an advice asks for, as codes of the catalogue; none where the advice is to check or to
 * clean, or the part has no code. `reported`: part codes that the device itself counts. A feeder whose parts
 * it counts gets just those, so that no roller is brought to a feeder with a pad.
 */
export function partsOfAdvice(messageId: string, reported: ReadonlySet<string>): string[] {
  const advice = parseAdviceId(messageId);
  if (advice?.component !== 'feedParts') return [...(codesOfUnits.get(subjectOfSign(messageId) ?? '') ?? [])];
  const source = paperSources.find((one) => one === advice.unit);
  return source === undefined ? [] : feedPartsOf(source, reported);
}

/** The kind of paper does not change the part. */
function feedPartsOf(source: (typeof paperSources)[number], reported: ReadonlySet<string>): string[] {
  const parts = feedPartCodes[source];
  if (parts === undefined) return [];
  const counted = [...reported].filter((code) => code.length === 4 && code.startsWith(parts.block)).toSorted();
  return counted.length > 0 ? counted : parts.digits.map((digit) => parts.block + digit);
}
