import { useTranslations } from 'use-intl/react';
import { TextArea } from '../../../../editing/form-dialog.tsx';
import { Button } from '../../../../ui/button.tsx';
import { Select, TextField } from '../../../../ui/text-field.tsx';
import styles from './remote.module.css';
import { isNameGood, type SiteDraft } from './settings-draft.ts';

interface SiteProps {
  readonly number: number;
  readonly site: SiteDraft;
  readonly all: readonly SiteDraft[];
  readonly isTried: boolean;
  readonly onChange: (part: Partial<SiteDraft>) => void;
  readonly onRemove: () => void;
}

/** One site: what is searched there, and whose printers these are. */
export function SiteFields({ number, site, all, isTried, onChange, onRemove }: SiteProps) {
  const t = useTranslations('collectorRemote.dialog');
  return (
    <fieldset className={styles.group}>
      <legend>{t('site', { number })}</legend>
      <div className={styles.fields}>
        <TextField
          label={t('siteName')}
          hint={t('siteNameHint')}
          maxLength={256}
          value={site.name}
          problem={isTried && !isNameGood(site.name, all) ? t('nameNeeded') : undefined}
          onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
        />
        <Select
          label="mDNS"
          value={site.mdns}
          options={(['', 'on', 'off'] as const).map((value) => ({ value, label: t(value === '' ? 'open' : value) }))}
          onChange={({ currentTarget: { value } }) =>
            onChange({ mdns: value === 'on' || value === 'off' ? value : '' })
          }
        />
        <div className={styles.wide}>
          <TextArea
            label={t('targets')}
            hint={t('targetsHint')}
            value={site.targets}
            onChange={(targets) => onChange({ targets })}
          />
        </div>
        <div className={styles.wide}>
          <TextArea label={t('exclude')} value={site.exclude} onChange={(exclude) => onChange({ exclude })} />
        </div>
        <TextField
          label={t('customerNumber')}
          maxLength={256}
          value={site.customerNumber}
          onChange={({ currentTarget }) => onChange({ customerNumber: currentTarget.value })}
        />
        <TextField
          label={t('customerName')}
          maxLength={256}
          value={site.customerName}
          onChange={({ currentTarget }) => onChange({ customerName: currentTarget.value })}
        />
      </div>
      <div className={styles.asks}>
        <Button variant="quiet" onClick={onRemove}>
          {t('removeSite')}
        </Button>
      </div>
    </fieldset>
  );
}
