import { familyOf } from '@platen/catalogue/families/models';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { PanelBody, toPanelState } from '../../../ui/panel.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import styles from './history.module.css';
import { historyQueries } from './queries.ts';

interface OtherDeviceProps {
  readonly family: string;
  /** The device itself, which is not offered. */
  readonly deviceId: string;
  readonly onChoose: (deviceId: string) => void;
  readonly onClose: () => void;
}

const leastText = 2;

/** Whether a model is of the family; one that the catalogue does not know may be. */
function mayBeOf(family: string, model: string | null): boolean {
  const known = model === null ? undefined : familyOf(model);
  return known === undefined || known === family;
}

/** Finds another device of the family to compare with (CH-03). */
export function OtherDeviceDialog({ family, deviceId, onChoose, onClose }: OtherDeviceProps) {
  const t = useTranslations('codeHistory.other');
  const common = useTranslations('common');
  const [typed, setTyped] = useState('');
  const search = useDeferredValue(typed.trim());
  const isAsked = search.length >= leastText;
  const query = useQuery({ ...historyQueries.devices(search), enabled: isAsked });
  const found = (query.data ?? [])
    .filter((one) => one.deviceId !== deviceId && mayBeOf(family, one.model))
    .slice(0, 12);
  return (
    <Dialog
      title={t('title')}
      size="narrow"
      onClose={onClose}
      footer={<Button onClick={onClose}>{common('cancel')}</Button>}
    >
      <TextField
        type="search"
        label={t('search')}
        hint={t('hint', { family })}
        value={typed}
        data-autofocus=""
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      {isAsked ? (
        <PanelBody state={toPanelState(query, 3)}>
          {found.length === 0 ? <p className={styles.note}>{t('none')}</p> : null}
          <ul className={styles.candidates}>
            {found.map((one) => (
              <li key={one.deviceId}>
                <button type="button" onClick={() => onChoose(one.deviceId)}>
                  <span className="code">{one.serial ?? '-'}</span> {one.model} <small>{one.customerName}</small>
                </button>
              </li>
            ))}
          </ul>
        </PanelBody>
      ) : null}
    </Dialog>
  );
}
