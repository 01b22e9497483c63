import { decodeConditions } from '@platen/catalogue/families/settings';
import { useTranslations } from 'use-intl/react';
import { environment } from '../../platform/environment.ts';
import { CodeReason } from '../../device-codes/code-reason.tsx';
import { Evidence } from '../../ui/evidence.tsx';
import styles from './errors.module.css';
import { toSettingReading } from './row-evidence.tsx';
import type { LogRow } from './error-rows.ts';

/** What the code means and asks for, and the settings at the time it occurred (MF-25, OQ-68, OQ-102). */
export function ErrorDetails({ row, series }: { row: LogRow; series: string | null }) {
  const t = useTranslations('errorHistory');
  const settings = decodeConditions(series, row.conditions, environment().locale);
  const isRaw = settings.length > 0 && settings.every(({ text }) => text === undefined);
  return (
    <div className={styles.more}>
      <CodeReason code={row.errorCode} />
      <div>
        <h3 className={styles.settingsTitle}>{t('settings')}</h3>
        {settings.length === 0 ? (
          <p className="quiet">{t('settingsNone')}</p>
        ) : (
          <dl className={styles.settings}>
            {settings.map((setting) => (
              <div key={setting.category}>
                <dt>{t(`conditions.${setting.category}`)}</dt>
                <dd>
                  <Evidence
                    title={`${row.errorCode}: ${t(`conditions.${setting.category}`)}`}
                    path="errors.logs"
                    reading={toSettingReading(row, setting)}
                  >
                    {setting.text ?? <span className="code">{t('settingsRaw', { code: setting.code })}</span>}
                  </Evidence>
                </dd>
              </div>
            ))}
          </dl>
        )}
        {isRaw ? <p className="quiet">{t('settingsUnknown')}</p> : null}
      </div>
    </div>
  );
}
