import { type BoxFault, boxLimit, type SearchBox } from '@platen/diagnosis/search-rules';

/** Tips of the form, keys of the texts `advancedSearch.tip`. */
export type BoxTip = Exclude<BoxFault, 'notAllowed'> | 'identifiers' | 'notAllowedNumber' | 'notAllowedPlain';

/** The tip that says which rule a box breaks, and its limit (AS-13, AS-31, AS-36). */
export function toTip(box: SearchBox, fault: BoxFault): { key: BoxTip; limit: string } {
  const limit = String(boxLimit(box));
  if (box === 'mfpIdentifiers' && (fault === 'tooLong' || fault === 'notAllowed')) return { key: 'identifiers', limit };
  if (fault !== 'notAllowed') return { key: fault, limit };
  return { key: box === 'customerNumbers' ? 'notAllowedNumber' : 'notAllowedPlain', limit };
}

/**
 * What to put in for a pasted column or row of a sheet: its lines and cells become values separated by
 * commas. Undefined for a text of one line, which is pasted as it is.
 */
export function toPasted(before: string, pasted: string, after: string): string | undefined {
  const values = pasted
    .split(/[\r\n\t]+/)
    .map((value) => value.trim())
    .filter((value) => value !== '');
  if (!/[\r\n\t]/.test(pasted.trim()) || values.length === 0) return undefined;
  const joins = (text: string, comma: RegExp) => text.trim() !== '' && !comma.test(text);
  const lead = joins(before, /,\s*$/) ? ', ' : '';
  const trail = joins(after, /^\s*,/) ? ', ' : '';
  // A sheet may already hold the commas.
  return `${lead}${values.map((value) => value.replace(/,$/, '')).join(', ')}${trail}`;
}
