import { type MessageLanguage, messageLanguages } from '@platen/contract/channel-names';
import { type OwnSettings, ownSettings } from '@platen/contract/own-settings';
import type { Holder } from '@platen/contract/rights';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { type Conflict, toConflict } from '../../editing/conflict.ts';
import { ConflictDialog, changedRows } from '../../editing/conflict-dialog.tsx';
import { useRefusal } from '../../editing/form-dialog.tsx';
import { listTimeZones } from '../../editing/time-zones.ts';
import { areasOf } from '../../platform/areas.ts';
import { environment } from '../../platform/environment.ts';
import { applyOwnSettings } from '../../session/own-settings.ts';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/text-field.tsx';
import styles from './me.module.css';
import { settingsQuery, useChangeSettings } from './queries.ts';

const languageNames: Readonly<Record<MessageLanguage, string>> = { 'en-us': 'English', 'ja-jp': '日本語' };

/** Language, time zone and start area (OA-19); as the browser has them, unless they are set. */
export function SettingsForm({ settings, me }: { readonly settings: OwnSettings; readonly me: Holder | undefined }) {
  const t = useTranslations('me');
  const [draft, setDraft] = useState<Omit<OwnSettings, 'version'>>(settings);
  const [isSaved, setSaved] = useState(false);
  const [conflict, setConflict] = useState<Conflict<OwnSettings>>();
  const client = useQueryClient();
  const changing = useChangeSettings();
  const problem = useRefusal(conflict === undefined ? changing.error : null);
  const change = (part: Partial<OwnSettings>) => {
    setSaved(false);
    setDraft({ ...draft, ...part });
  };
  const save = (version = settings.version) => {
    const { language, zone, startArea } = draft;
    changing.mutate(
      { language, zone, startArea, version },
      {
        onError: (thrown) => setConflict(toConflict(thrown, ownSettings)),
        onSuccess: (stored) => {
          setConflict(undefined);
          setSaved(true);
          if (applyOwnSettings(stored)) environment().leave(window.location.href);
        },
      },
    );
  };
  const browserZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const { zone, language, startArea } = draft;
  const toText = {
    language: (one: typeof draft) =>
      one.language === null ? t('asBrowser', { value: navigator.language }) : languageNames[one.language],
    zone: (one: typeof draft) => one.zone ?? t('asBrowser', { value: browserZone }),
    startArea: (one: typeof draft) => t(`areas.${one.startArea ?? 'devices'}`),
  };
  const takeTheirs = ({ current }: Conflict<OwnSettings>) => {
    client.setQueryData(settingsQuery.queryKey, current);
    setDraft(current);
    setConflict(undefined);
  };
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <Select
        isStacked
        className={styles.choice}
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
        isStacked
        className={styles.choice}
        label={t('zone')}
        value={zone ?? ''}
        options={[
          { value: '', label: t('asBrowser', { value: browserZone }) },
          ...listTimeZones(zone).map((value) => ({ value, label: value })),
        ]}
        onChange={({ currentTarget }) => change({ zone: currentTarget.value === '' ? null : currentTarget.value })}
      />
      <Select
        isStacked
        className={styles.choice}
        label={t('startArea')}
        value={startArea ?? 'devices'}
        options={areasOf(me).map(({ name }) => ({ value: name, label: t(`areas.${name}`) }))}
        onChange={({ currentTarget }) =>
          change({ startArea: areasOf(me).find(({ name }) => name === currentTarget.value)?.name ?? null })
        }
      />
      <Button type="submit" variant="primary" busy={changing.isPending}>
        {t('save')}
      </Button>
      <p className={styles.outcome}>
        <output>{problem ?? (isSaved ? t('saved') : t('languageHint'))}</output>
      </p>
      {conflict === undefined ? null : (
        <ConflictDialog
          tables={[
            {
              id: 'settings',
              caption: t('settings'),
              by: conflict.by,
              rows: changedRows(
                (['language', 'zone', 'startArea'] as const).map((field) => ({
                  label: t(field),
                  before: toText[field](settings),
                  mine: toText[field](draft),
                  theirs: toText[field](conflict.current),
                })),
              ),
            },
          ]}
          busy={changing.isPending}
          onKeepMine={() => save(conflict.current.version)}
          onTakeTheirs={() => takeTheirs(conflict)}
        />
      )}
    </form>
  );
}
