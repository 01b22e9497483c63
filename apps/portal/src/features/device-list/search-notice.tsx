import type { SearchCriteria } from '@platen/contract/devices';
import { useTranslations } from 'use-intl/react';
import { openPopup } from '../../platform/popup.ts';
import { toCriteriaSummary } from './criteria.ts';
import styles from './search-notice.module.css';

/** DL-03, OQ-50: says that an advanced search is in force, which, and how to change or drop it. */
export function SearchNotice({ criteria, onClear }: { criteria: SearchCriteria; onClear: () => void }) {
  const t = useTranslations('deviceList');
  const name = useTranslations('advancedSearch.name');
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
