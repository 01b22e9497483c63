import { searchTextLimit } from '@platen/contract/constants';
import { type DeviceListItem, listDevices } from '@platen/contract/devices';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { call } from '../../../api/client.ts';
import { Button, Icon } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { PanelBody, toPanelState } from '../../../ui/panel.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import dialogStyles from './dialogs.module.css';
import styles from './editor.module.css';

/** A device, customer, model or other thing that was chosen: its number or id, and its name. */
export interface Picked {
  readonly value: string;
  readonly name: string;
}

interface Offer extends Picked {
  readonly note?: string;
}

/** What is looked for among the devices that the user sees. */
type PickKind = 'customer' | 'model' | 'device';

/** The pause after which a typed text is looked for, and from how many characters on. */
const pauseMs = 300;
const leastTyped = 2;
/** Devices that are looked through for customers and models; typing more narrows them down. */
const looked = 60;
const offeredAtOnce = 8;

const foundDevices = (search: string) =>
  queryOptions({
    queryKey: ['ruleDevices', search] as const,
    queryFn: async ({ signal }) =>
      (await call(listDevices, { query: { search, offset: 0, limit: looked }, signal })).data.devices,
    placeholderData: keepPreviousData,
  });

function toOffer(kind: PickKind, device: DeviceListItem): Offer | undefined {
  const { deviceId, serial, model, customerNumber, customerName } = device;
  switch (kind) {
    case 'device':
      return { value: deviceId, name: serial ?? deviceId, note: [model, customerName].filter(Boolean).join(', ') };
    case 'customer':
      return customerNumber === null
        ? undefined
        : { value: customerNumber, name: customerName ?? customerNumber, note: customerNumber };
    case 'model':
      return model === null ? undefined : { value: model, name: model };
    default:
      return kind satisfies never;
  }
}

interface FinderProps {
  readonly label: string;
  readonly kind: PickKind;
  readonly chosen: readonly string[];
  readonly hasFocus?: boolean;
  readonly onPick: (picked: Picked) => void;
}

/** Finds a device, customer or model by what is typed, among the devices that the user sees. */
export function Finder({ label, kind, chosen, hasFocus = false, onPick }: FinderProps) {
  const t = useTranslations('rules.scope');
  const [typed, setTyped] = useState('');
  const [search, setSearch] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSearch(typed.trim()), pauseMs);
    return () => clearTimeout(timer);
  }, [typed]);
  const isAsked = search.length >= leastTyped;
  const query = useQuery({ ...foundDevices(search), enabled: isAsked });
  const offers = new Map<string, Offer>();
  for (const device of isAsked ? (query.data ?? []) : []) {
    const offer = toOffer(kind, device);
    if (offer !== undefined && !chosen.includes(offer.value)) offers.set(offer.value, offer);
  }
  return (
    <>
      <TextField
        type="search"
        label={label}
        hint={isAsked ? undefined : t('findHint')}
        placeholder={t('find')}
        lead={<Icon name="search" />}
        maxLength={searchTextLimit}
        data-autofocus={hasFocus ? '' : undefined}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      {isAsked ? (
        <PanelBody state={toPanelState(query, 3)}>
          {offers.size === 0 ? (
            <output className={styles.hint}>{t('noHit')}</output>
          ) : (
            <Offers offers={[...offers.values()].slice(0, offeredAtOnce)} onPick={onPick} />
          )}
        </PanelBody>
      ) : null}
    </>
  );
}

function Offers({ offers, onPick }: { readonly offers: readonly Offer[]; readonly onPick: (picked: Picked) => void }) {
  return (
    <ul className={dialogStyles.offers}>
      {offers.map((offer) => (
        <li key={offer.value}>
          <button type="button" onClick={() => onPick(offer)}>
            <span>{offer.name}</span> {offer.note === undefined ? null : <small>{offer.note}</small>}
          </button>
        </li>
      ))}
    </ul>
  );
}

interface PickDialogProps {
  readonly title: string;
  readonly kind: PickKind | 'listed';
  /** All there are, of what is not looked for. */
  readonly options: readonly Offer[] | undefined;
  readonly chosen: readonly string[];
  readonly onPick: (picked: Picked) => void;
  readonly onClose: () => void;
}

/** Adds to a list of the scope, one after the other until it is closed. */
export function PickDialog({ title, kind, options, chosen, onPick, onClose }: PickDialogProps) {
  const t = useTranslations('rules.scope');
  const left = (options ?? []).filter(({ value }) => !chosen.includes(value));
  return (
    <Dialog
      title={title}
      size="narrow"
      onClose={onClose}
      footer={
        <Button variant="primary" onClick={onClose}>
          {t('close')}
        </Button>
      }
    >
      {kind !== 'listed' ? (
        <Finder label={t('find')} kind={kind} chosen={chosen} hasFocus onPick={onPick} />
      ) : left.length === 0 ? (
        <p className="quiet">{t('noHit')}</p>
      ) : (
        <Offers offers={left} onPick={onPick} />
      )}
    </Dialog>
  );
}
