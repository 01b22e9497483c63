import { type DeliveryState, deliveryStates } from '@platen/contract/channel-names';
import type { Channel } from '@platen/contract/channels';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl/react';
import { Button, Icon } from '../ui/button.tsx';
import { ListTable } from '../ui/list-table.tsx';
import { PanelBody, toPanelState } from '../ui/panel.tsx';
import { Select, TextField } from '../ui/text-field.tsx';
import styles from './delivery.module.css';
import { DeliveryRow, logColumns } from './delivery-row.tsx';
import { deliveryQueries } from './queries.ts';

/** Entries of a page of the log. */
const pageSize = 100;

/** The log of 90 days (DE-20): what was sent, held, given up or dropped, by state, channel and words. */
export function DeliveryLog({ channels }: { readonly channels: readonly Channel[] }) {
  const t = useTranslations('delivery.log');
  const [filter, setFilter] = useState<LogFilter>({ state: undefined, channelId: '', typed: '' });
  const [pages, setPages] = useState(1);
  const [opened, setOpened] = useState<string>();
  const { state, channelId } = filter;
  const search = useDeferredValue(filter.typed.trim());
  const query = useQuery(
    deliveryQueries.log({
      pages,
      ...(state === undefined ? {} : { state }),
      ...(channelId === '' ? {} : { channelId }),
      ...(search === '' ? {} : { search }),
    }),
  );
  const { deliveries = [], count = 0, states } = query.data ?? {};
  const all = states === undefined ? 0 : Object.values(states).reduce((sum, one) => sum + one, 0);
  return (
    <>
      <div className={styles.section}>
        <h2>{t('title')}</h2>
        <span>{t('note')}</span>
      </div>
      <LogFilters
        filter={filter}
        channels={channels}
        all={all}
        states={states}
        onChange={(part) => {
          setFilter((before) => ({ ...before, ...part }));
          setPages(1);
        }}
      />
      <PanelBody state={toPanelState(query, 6)}>
        {deliveries.length === 0 ? (
          <div className={styles.empty}>
            {all === 0 && search === '' && channelId === '' ? (
              <>
                <h2>{t('empty')}</h2>
                <p>{t('emptyHint')}</p>
              </>
            ) : (
              <p>{t('noHit')}</p>
            )}
          </div>
        ) : (
          <ListTable
            caption={t('title')}
            columns={logColumns}
            heading={(column) => t(`columns.${column}`)}
            className={styles.table}
            isBusy={query.isPlaceholderData}
          >
            {deliveries.map((delivery) => (
              <DeliveryRow
                key={delivery.deliveryId}
                delivery={delivery}
                isOpen={delivery.deliveryId === opened}
                onToggle={() => setOpened(delivery.deliveryId === opened ? undefined : delivery.deliveryId)}
              />
            ))}
          </ListTable>
        )}
      </PanelBody>
      {deliveries.length < count ? (
        <p className={styles.foot}>
          {t('of', { shown: deliveries.length, count })}{' '}
          <Button
            variant="link"
            busy={query.isFetching}
            onClick={() => setPages(Math.ceil(deliveries.length / pageSize) + 1)}
          >
            {t('older')}
          </Button>
        </p>
      ) : null}
    </>
  );
}

interface LogFilter {
  readonly state: DeliveryState | undefined;
  /** '': of any channel. */
  readonly channelId: string;
  readonly typed: string;
}

interface FiltersProps {
  readonly filter: LogFilter;
  readonly channels: readonly Channel[];
  readonly all: number;
  readonly states: Readonly<Record<DeliveryState, number>> | undefined;
  readonly onChange: (part: Partial<LogFilter>) => void;
}

function LogFilters({ filter, channels, all, states, onChange }: FiltersProps) {
  const t = useTranslations('delivery.log');
  const format = useFormatter();
  const { state, channelId, typed } = filter;
  return (
    <div className={styles.filters} role="toolbar" aria-label={t('filters')} data-print="none">
      <button type="button" aria-pressed={state === undefined} onClick={() => onChange({ state: undefined })}>
        {t('all')} <span>{format.number(all)}</span>
      </button>
      {deliveryStates.map((one) => (
        <button key={one} type="button" aria-pressed={one === state} onClick={() => onChange({ state: one })}>
          {t(`state.${one}`)} <span>{format.number(states?.[one] ?? 0)}</span>
        </button>
      ))}
      <span className={styles.space} />
      <Select
        label={t('channel')}
        hideLabel
        value={channelId}
        options={[
          { value: '', label: t('anyChannel') },
          ...channels.map((one) => ({ value: one.channelId, label: one.name })),
        ]}
        onChange={({ currentTarget }) => onChange({ channelId: currentTarget.value })}
      />
      <TextField
        type="search"
        className={styles.search}
        label={t('search')}
        hideLabel
        placeholder={t('searchHint')}
        lead={<Icon name="search" />}
        value={typed}
        onChange={({ currentTarget }) => onChange({ typed: currentTarget.value })}
      />
    </div>
  );
}
