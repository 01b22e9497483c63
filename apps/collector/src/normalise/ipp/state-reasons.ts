import { type IppItem, type IppItems, toItemText } from './items.ts';

/** The contract's limits. */
const reasonLimit = 128;
const lengthLimit = 256;

/** One reason why the printer is as it is: the keyword as sent, what it says without its severity, and where it stands. */
export interface StateReason {
  keyword: string;
  stem: string;
  /** RFC 8011 section 5.4.12: a keyword without a suffix is an error. */
  severity: 'report' | 'warning' | 'error';
  item: IppItem;
}

/** printer-state-reasons in the order sent, repeats and `none` left out; undefined when the printer sent none of the attribute. */
export function toStateReasons(items: IppItems): StateReason[] | undefined {
  const said = items('printer-state-reasons').flatMap((item) => {
    const keyword = toItemText(item)?.trim() ?? '';
    return keyword === '' || keyword.length > lengthLimit ? [] : [{ item, keyword }];
  });
  if (said.length === 0) return undefined;
  const seen = new Set(['none']);
  const reasons: StateReason[] = [];
  for (const { item, keyword } of said) {
    if (seen.has(keyword) || reasons.length >= reasonLimit) continue;
    seen.add(keyword);
    const stem = keyword.replace(/-(report|warning|error)$/, '');
    const severity = keyword.endsWith('-report') ? 'report' : keyword.endsWith('-warning') ? 'warning' : 'error';
    reasons.push({ keyword, stem, severity, item });
  }
  return reasons;
}
