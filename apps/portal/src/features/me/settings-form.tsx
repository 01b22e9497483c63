import { type MessageLanguage, messageLanguages } from '@platen/contract/channel-names';
import type { OwnSettings } from '@platen/contract/own-settings';
import { can, type Role } from '@platen/contract/rights';
import type { StartArea } from '@platen/contract/start-areas';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { useRefusal } from '../../editing/form-dialog.tsx';
import { administrationSections } from '../../platform/administration-sections.ts';
import { environment } from '../../platform/environment.ts';
import { applyOwnSettings } from '../../session/own-settings.ts';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/text-field.tsx';
import styles from './me.module.css';
import { useChangeSettings } from './queries.ts';

const languageNames: Readonly<Record<MessageLanguage, string>> = { 'en-us': 'English', 'ja-jp': '日本語' };

/** Areas whose screens exist, by the rights of the user. */
const toAreas = (role: Role | undefined): StartArea[] => [
  'devices',
  ...(can(role, 'readWorklist') ? (['worklist'] as const) : []),
  ...(can(role, 'readRules') ? (['rules'] as const) : []),
  ...(administrationSections.some(({ right }) => can(role, right)) ? (['administration'] as const) : []),
];

/** Language, time zone and start area (OA-19); as the browser has them, unless they are set. */
export function SettingsForm({ settings, role }: { readonly settings: OwnSettings; readonly role: Role | undefined }) {
  const t = useTranslations('me');
  const [draft, setDraft] = useState<Omit<OwnSettings, 'version'>>(settings);
  const [isSaved, setSaved] = useState(false);
  const changing = useChangeSettings();
  const problem = useRefusal(changing.error);
  const change = (part: Partial<OwnSettings>) => {
    setSaved(false);
    setDraft({ ...draft, ...part });
  };
  const save = () => {
    const { language, zone, startArea } = draft;
    changing.mutate(
      { language, zone, startArea, version: settings.version },
      {
        onSuccess: (stored) => {
          setSaved(true);
          if (applyOwnSettings(stored)) environment().leave(window.location.href);
        },
      },
    );
  };
  const browserZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const zones = Intl.supportedValuesOf('timeZone');
  const { zone, language, startArea } = draft;
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <Select
        className={styles.stacked}
        label={t('language')}
        value={language ?? ''}
        options={[
          { value: '', label: t('asBrowser', { value: navigator.language }) },
          ...messageLanguages.map((value) => ({ value, label: languageNames[value] })),
        ]}
        onChange={({ currentTarget }) =>
          change({ language: messageLanguages.find((one) => one === currentTarget.value) ?? null })
        }
      />
      <Select
        className={styles.stacked}
        label={t('zone')}
        value={zone ?? ''}
        options={[
          { value: '', label: t('asBrowser', { value: browserZone }) },
          ...(zone === null || zones.includes(zone) ? zones : [zone, ...zones]).map((value) => ({
            value,
            label: value,
          })),
        ]}
        onChange={({ currentTarget }) => change({ zone: currentTarget.value === '' ? null : currentTarget.value })}
      />
      <Select
        className={styles.stacked}
        label={t('startArea')}
        value={startArea ?? 'devices'}
        options={toAreas(role).map((value) => ({ value, label: t(`areas.${value}`) }))}
        onChange={({ currentTarget }) =>
          change({ startArea: toAreas(role).find((one) => one === currentTarget.value) ?? null })
        }
      />
      <Button type="submit" variant="primary" busy={changing.isPending}>
        {t('save')}
      </Button>
      <p className={styles.outcome}>
        <output>{problem ?? (isSaved ? t('saved') : t('languageHint'))}</output>
      </p>
    </form>
  );
}
