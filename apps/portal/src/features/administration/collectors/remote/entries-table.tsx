import type { SettingEntry } from '@platen/contract/remote-settings';
import { useTranslations } from 'use-intl/react';
import styles from './remote.module.css';
import { SettingValue } from './setting-value.tsx';

interface EntriesProps {
  readonly entries: readonly SettingEntry[];
  /** With who decided on each. */
  readonly hasSources?: boolean;
}

/** Settings in force, one a line. */
export function EntriesTable({ entries, hasSources = true }: EntriesProps) {
  const t = useTranslations('collectorRemote');
  return (
    <table className={styles.settings}>
      <thead>
        <tr>
          <th scope="col">{t('settings.entry')}</th>
          <th scope="col">{t('settings.inForce')}</th>
        </tr>
      </thead>
      <tbody>
        {entries.map(({ key, site, value, from }) => (
          <tr key={`${site ?? ''} ${key}`}>
            <th scope="row">
              {t(`keys.${key}`)} {site === undefined ? null : <span className="quiet">{site}</span>}
            </th>
            <td>
              <SettingValue of={key} value={value} />{' '}
              {hasSources ? (
                <span className={styles.source} data-from={from}>
                  {t(`sources.${from}`)}
                </span>
              ) : null}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
