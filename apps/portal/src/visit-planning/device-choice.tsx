import { searchTextLimit } from '@platen/contract/constants';
import type { DeviceListItem } from '@platen/contract/devices';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import styles from '../editing/dialogs.module.css';
import { Choice } from '../editing/form-dialog.tsx';
import { Icon } from '../ui/button.tsx';
import { PanelBody, toPanelState } from '../ui/panel.tsx';
import { TextField } from '../ui/text-field.tsx';
import { planningQueries } from './queries.ts';

/** The pause after which a typed text is looked for. */
const pauseMs = 300;

/** A typed text, once nothing was typed for a while. */
export function useSettled(typed: string): string {
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed.trim()), pauseMs);
    return () => clearTimeout(timer);
  }, [typed]);
  return settled;
}

interface DeviceChoiceProps {
  readonly value: string | undefined;
  readonly onChange: (device: DeviceListItem | undefined) => void;
}

/** Finds one device, by serial number, customer or address. Needs the texts `planFields`. */
export function DeviceChoice({ value, onChange }: DeviceChoiceProps) {
  const t = useTranslations('planFields');
  const [typed, setTyped] = useState('');
  const search = useSettled(typed);
  const query = useQuery({ ...planningQueries.devices(search), enabled: search !== '' });
  const devices = search === '' ? [] : (query.data ?? []);
  const isSettled = typed.trim() === search && !query.isPlaceholderData;
  const [only] = devices;
  return (
    <>
      <TextField
        label={t('device')}
        placeholder={t('deviceHint')}
        lead={<Icon name="search" />}
        data-autofocus=""
        maxLength={searchTextLimit}
        value={typed}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          onChange(undefined);
        }}
        onKeyDown={(event) => {
          // Enter takes the only device that is left, and a second Enter sends.
          if (event.key !== 'Enter' || value !== undefined || event.nativeEvent.isComposing) return;
          event.preventDefault();
          if (isSettled && devices.length === 1 && only !== undefined) onChange(only);
        }}
      />
      <div className={styles.found}>
        {search === '' ? null : (
          <PanelBody state={toPanelState(query, 3)}>
            {devices.length === 0 ? (
              <p className="quiet">{t('noDevice')}</p>
            ) : (
              <Choice
                legend={t('device')}
                hideLegend
                value={value}
                onChange={(id) => onChange(devices.find(({ deviceId }) => deviceId === id))}
                options={devices.map(({ deviceId, serial, model, customerName, description }) => ({
                  value: deviceId,
                  label: (
                    <>
                      <span className="code">{serial}</span> {model}
                    </>
                  ),
                  note: [customerName, description].filter((part) => part !== null && part !== '').join(', '),
                }))}
              />
            )}
          </PanelBody>
        )}
      </div>
    </>
  );
}
