import { identifierTextLimit, searchTextLimit } from '@platen/contract/constants';
import { bracketPattern, type FirmwareMatcher } from '@platen/contract/device-names';
import type { SearchCriteria } from '@platen/contract/devices';

/**
 * The boxes of the advanced search, named as its criteria, in the order of the form (behaviour section 5).
 */
export const searchBoxes = [
  'mfpIdentifiers',
  'models',
  'customerNumbers',
  'customerNamesAndDescriptions',
  'dealerNumbers',
  'dealerNames',
  'firmwareVersion',
] as const;
export type SearchBox = (typeof searchBoxes)[number];

/** What the user typed, box by box, as typed. */
export type SearchForm = Readonly<Record<SearchBox, string>> & { readonly matcher: FirmwareMatcher };

/** The rule a box breaks. */
export type BoxFault = 'tooLong' | 'notAllowed' | 'innerSpace' | 'bracket' | 'oneValue';

interface BoxRule {
  readonly limit: number;
  /**
   * All characters that may stand in the box, or the bracket rule. ASCII letters only (OQ-47); blanks round
   * commas in all boxes (OQ-42, OQ-43).
   */
  readonly allowed: RegExp | 'bracket';
}

const dashed = /^[A-Za-z0-9\s,-]*$/;
const dashedAndSlashed = /^[A-Za-z0-9\s,/-]*$/;

const rules: Readonly<Record<SearchBox, BoxRule>> = {
  mfpIdentifiers: { limit: identifierTextLimit, allowed: dashed },
  models: { limit: searchTextLimit, allowed: 'bracket' },
  customerNumbers: { limit: searchTextLimit, allowed: dashedAndSlashed },
  customerNamesAndDescriptions: { limit: searchTextLimit, allowed: 'bracket' },
  dealerNumbers: { limit: searchTextLimit, allowed: dashed },
  dealerNames: { limit: searchTextLimit, allowed: 'bracket' },
  firmwareVersion: { limit: searchTextLimit, allowed: dashed },
};

/** Most characters a box takes, counted in the raw text (OQ-48). */
export const boxLimit = (box: SearchBox): number => rules[box].limit;

/** A form with nothing in it; the comparison is `equal` (AS-33). */
export const emptySearchForm: SearchForm = {
  mfpIdentifiers: '',
  models: '',
  customerNumbers: '',
  customerNamesAndDescriptions: '',
  dealerNumbers: '',
  dealerNames: '',
  firmwareVersion: '',
  matcher: 'equal',
};

/** The values of a comma-separated text: trimmed, empty ones dropped (AS-08, AS-09). */
export function toList(text: string): string[] {
  return text
    .split(',')
    .map((value) => value.trim())
    .filter((value) => value !== '');
}

/** Whether the comparison takes several versions: only `equal` and `notEqual` do (AS-35). */
export const takesSeveral = (matcher: FirmwareMatcher): boolean => matcher === 'equal' || matcher === 'notEqual';

/**
 * The free text of the device list obeys the bracket rule and the limit of 1,024 characters (OQ-12, OQ-32).
 */
export function checkSearchText(text: string): 'tooLong' | 'bracket' | undefined {
  if (text.length > searchTextLimit) return 'tooLong';
  return bracketPattern.test(text) ? undefined : 'bracket';
}

/**
 * The first rule that the text of a box breaks, or undefined. `matcher` counts for the firmware box only,
 * `equal` when left out.
 */
export function checkBox(box: SearchBox, text: string, matcher: FirmwareMatcher = 'equal'): BoxFault | undefined {
  const { limit, allowed } = rules[box];
  if (text.length > limit) return 'tooLong';
  if (allowed === 'bracket') return bracketPattern.test(text) ? undefined : 'bracket';
  if (!allowed.test(text)) return 'notAllowed';
  if (box === 'firmwareVersion' && !takesSeveral(matcher) && text.includes(',')) return 'oneValue';
  return toList(text).some((value) => /\s/.test(value)) ? 'innerSpace' : undefined;
}

/** Whether Search may be pressed: something is asked for (OQ-50) and no rule is broken (AS-39, AS-40). */
export function isSearchable(form: SearchForm): boolean {
  return (
    searchBoxes.some((box) => toList(form[box]).length > 0) &&
    searchBoxes.every((box) => checkBox(box, form[box], form.matcher) === undefined)
  );
}

/**
 * The criteria of a form: only boxes with a value (AS-44). For a form that breaks no rule the result fits the
 * contract.
 */
export function toCriteria(form: SearchForm): SearchCriteria {
  const criteria: SearchCriteria = {};
  for (const box of searchBoxes) {
    const values = toList(form[box]);
    if (values.length === 0) continue;
    if (box === 'firmwareVersion') criteria.firmwareVersion = { matcher: form.matcher, versions: values };
    else criteria[box] = values;
  }
  return criteria;
}

/** A form that shows the criteria in force, for opening the search again (OQ-49). */
export function toForm(criteria: SearchCriteria): SearchForm {
  const join = (values: readonly string[] | undefined) => values?.join(', ') ?? '';
  return {
    mfpIdentifiers: join(criteria.mfpIdentifiers),
    models: join(criteria.models),
    customerNumbers: join(criteria.customerNumbers),
    customerNamesAndDescriptions: join(criteria.customerNamesAndDescriptions),
    dealerNumbers: join(criteria.dealerNumbers),
    dealerNames: join(criteria.dealerNames),
    firmwareVersion: join(criteria.firmwareVersion?.versions),
    matcher: criteria.firmwareVersion?.matcher ?? 'equal',
  };
}
