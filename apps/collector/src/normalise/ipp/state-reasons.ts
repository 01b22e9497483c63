import { type IppItem, type IppItems, toItemText } from './items.ts';

/** The contract's limits. */
const reasonLimit = 128;
const lengthLimit = 256;

/** One state reason: the keyword as sent, its part without the severity, and its index. */
export interface StateReason {
  keyword: string;
  stem: string;
  /** RFC 8011 section 5.4.12: a keyword without a suffix is an error. */
  severity: 'report' | 'warning' | 'error';
  item: IppItem;
}

/**
 * printer-state-reasons in the order sent, without repeats and `none`; undefined if the printer did not send
 * the attribute.
 */
export function toStateReasons(items: IppItems): StateReason[] | undefined {
  const reported = items('printer-state-reasons').flatMap((item) => {
    const keyword = toItemText(item)?.trim() ?? '';
    return keyword === '' || keyword.length > lengthLimit ? [] : [{ item, keyword }];
  });
  if (reported.length === 0) return undefined;
  const seen = new Set(['none']);
  const reasons: StateReason[] = [];
  for (const { item, keyword } of reported) {
    if (seen.has(keyword) || reasons.length >= reasonLimit) continue;
    seen.add(keyword);
    const stem = keyword.replace(/-(report|warning|error)$/, '');
    const severity = keyword.endsWith('-report') ? 'report' : keyword.endsWith('-warning') ? 'warning' : 'error';
    reasons.push({ keyword, stem, severity, item });
  }
  return reasons;
}
