import type { SearchCriteria } from '@platen/contract/devices';

/** The six plain lists in the order of the form. */
const criteriaLists = [
  'mfpIdentifiers',
  'models',
  'customerNumbers',
  'customerNamesAndDescriptions',
  'dealerNumbers',
  'dealerNames',
] as const;

export interface CriterionSummary {
  field: (typeof criteriaLists)[number] | 'firmwareVersion';
  /** Only for the firmware. */
  matcher: NonNullable<SearchCriteria['firmwareVersion']>['matcher'] | undefined;
  values: readonly string[];
  /** How many values are not in `values`. */
  more: number;
}

/** What the notice bar says of a search: each list that is in force, its first values and how many follow. */
export function toCriteriaSummary(criteria: SearchCriteria, shown = 5): CriterionSummary[] {
  const { firmwareVersion } = criteria;
  const lists = criteriaLists.flatMap((field) => {
    const values = criteria[field];
    return values === undefined ? [] : [{ field, matcher: undefined, values }];
  });
  const all: Omit<CriterionSummary, 'more'>[] =
    firmwareVersion === undefined
      ? lists
      : [...lists, { field: 'firmwareVersion', matcher: firmwareVersion.matcher, values: firmwareVersion.versions }];
  return all
    .filter(({ values }) => values.length > 0)
    .map(({ values, ...rest }) => ({
      ...rest,
      values: values.slice(0, shown),
      more: Math.max(0, values.length - shown),
    }));
}
