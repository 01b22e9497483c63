import type { SearchCriteria } from '@platen/contract/devices';
import { useTranslations } from 'use-intl/react';
import { openPopup } from '../../platform/state.ts';
import styles from './search-notice.module.css';

/** DL-03, OQ-50: shows that an advanced search is in force, which, and how to change or drop it. */
export function SearchNotice({ criteria, onClear }: { criteria: SearchCriteria; onClear: () => void }) {
  const t = useTranslations('deviceList');
  const name = useTranslations('deviceList.criteria');
  const separator = useTranslations('common.list')('separator');
  return (
    <section className={styles.notice} aria-label={t('notice.applied')}>
      <output>{t('notice.applied')}</output>
      <ul className={styles.criteria}>
        {toCriteriaSummary(criteria).map(({ field, matcher, values, more }) => (
          <li key={field}>
            <span className={styles.field}>{name(field)}</span>{' '}
            {matcher === undefined
              ? values.join(separator)
              : t(`versions.${matcher}`, { versions: values.join(separator) })}
            {more === 0 ? null : ` ${t('notice.more', { count: more })}`}
          </li>
        ))}
      </ul>
      <span className={styles.actions}>
        <button type="button" aria-haspopup="dialog" onClick={() => openPopup('advancedSearch')}>
          {t('notice.edit')}
        </button>
        <button type="button" onClick={onClear}>
          {t('notice.clear')}
        </button>
      </span>
    </section>
  );
}

/** The six plain lists in the order of the form. */
const criteriaLists = [
  'mfpIdentifiers',
  'models',
  'customerNumbers',
  'customerNamesAndDescriptions',
  'dealerNumbers',
  'dealerNames',
] as const;

interface CriterionSummary {
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
