import { devicePageSize, searchTextLimit } from '@platen/contract/constants';
import { listDevices } from '@platen/contract/devices';
import type { WorklistRow } from '@platen/contract/worklist-item';
import { callMatters } from '@platen/contract/worklist-names';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { call } from '../../../api/client.ts';
import styles from '../../../editing/dialogs.module.css';
import { Choice, FormDialog, TextArea, useRefusal } from '../../../editing/form-dialog.tsx';
import { Icon } from '../../../ui/button.tsx';
import { PanelBody, toPanelState } from '../../../ui/panel.tsx';
import { Select, TextField } from '../../../ui/text-field.tsx';
import { useEnterCall } from '../mutations.ts';
import { RowTexts } from '../row-texts.tsx';

interface CallProps {
  /** Undefined: the device is looked for. */
  readonly device: Pick<WorklistRow, 'rowId' | 'serial' | 'customerName'> | undefined;
  /** Also called once the call is entered. */
  readonly onClose: () => void;
}

/** Enters a customer's call about a device (WL-19). */
export const CallDialog = (props: CallProps) => (
  <RowTexts>
    <CallForm {...props} />
  </RowTexts>
);

function CallForm({ device, onClose }: CallProps) {
  const t = useTranslations('dialogs');
  const headlines = useTranslations('headlines');
  const { mutate, isPending, error } = useEnterCall();
  const refusal = useRefusal(error);
  const [found, setFound] = useState<string>();
  const [matter, setMatter] = useState<(typeof callMatters)[number]>('doesNotPrint');
  const [unusable, setUnusable] = useState(false);
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const deviceId = device?.rowId ?? found;
  const send = () => {
    if (deviceId === undefined) return setProblem(t('call.deviceNeeded'));
    setProblem(undefined);
    mutate(
      { deviceId, matter, unusable, ...(text.trim() === '' ? {} : { text: text.trim() }) },
      { onSuccess: onClose },
    );
  };
  return (
    <FormDialog
      title={t('call.title')}
      submit={t('call.submit')}
      busy={isPending}
      problem={problem ?? refusal}
      onSubmit={send}
      onClose={onClose}
    >
      {device === undefined ? (
        <DeviceChoice value={found} onChange={setFound} />
      ) : (
        <p>
          {t('call.device')} <span className="code">{device.serial}</span> {device.customerName}
        </p>
      )}
      <Select
        label={t('call.matter')}
        data-autofocus={device === undefined ? undefined : ''}
        value={matter}
        options={callMatters.map((value) => ({ value, label: capitalised(headlines(`calls.${value}`)) }))}
        onChange={({ currentTarget }) => {
          const chosen = callMatters.find((one) => one === currentTarget.value);
          if (chosen !== undefined) setMatter(chosen);
        }}
      />
      <label className={styles.option}>
        <input
          type="checkbox"
          checked={unusable}
          onChange={({ currentTarget }) => setUnusable(currentTarget.checked)}
        />
        <span className={styles.optionName}>{t('call.unusable')}</span>
      </label>
      <TextArea label={t('call.words')} hint={t('call.hint')} value={text} onChange={setText} />
    </FormDialog>
  );
}

/** Within a headline the words begin small. */
const capitalised = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);

/** Devices offered at once; typing more narrows them down. */
const offered = 5;
/** The pause after which a typed text is looked for. */
const pauseMs = 300;

const foundDevices = (search: string) =>
  queryOptions({
    queryKey: ['worklistCallDevices', search] as const,
    queryFn: async ({ signal }) => {
      const limit = Math.min(offered, devicePageSize);
      return (await call(listDevices, { query: { search, offset: 0, limit }, signal })).data.devices;
    },
    placeholderData: keepPreviousData,
  });

interface DeviceChoiceProps {
  readonly value: string | undefined;
  readonly onChange: (deviceId: string | undefined) => void;
}

/** Finds the device that the caller speaks of, by serial number, customer or address. */
function DeviceChoice({ value, onChange }: DeviceChoiceProps) {
  const t = useTranslations('dialogs');
  const [typed, setTyped] = useState('');
  const [search, setSearch] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSearch(typed.trim()), pauseMs);
    return () => clearTimeout(timer);
  }, [typed]);
  const query = useQuery({ ...foundDevices(search), enabled: search !== '' });
  const devices = search === '' ? [] : (query.data ?? []);
  const isSettled = typed.trim() === search && !query.isPlaceholderData;
  const [only] = devices;
  return (
    <>
      <TextField
        label={t('call.device')}
        placeholder={t('call.deviceHint')}
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
          if (isSettled && devices.length === 1 && only !== undefined) onChange(only.deviceId);
        }}
      />
      <div className={styles.found}>
        {search === '' ? null : (
          <PanelBody state={toPanelState(query, 3)}>
            {devices.length === 0 ? (
              <p className="quiet">{t('call.noDevice')}</p>
            ) : (
              <Choice
                legend={t('call.device')}
                hideLegend
                value={value}
                onChange={onChange}
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
