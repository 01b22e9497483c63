import type { Channel } from '@platen/contract/channels';
import type { TicketSystem } from '@platen/contract/tickets';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import styles from '../../../delivery/delivery.module.css';
import { KindGlyph } from '../../../delivery/kind-glyph.tsx';
import { ConfirmDialog } from '../../../editing/form-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { ListTable } from '../../../ui/list-table.tsx';
import { Menu } from '../../../ui/menu.tsx';
import { PanelBody, toPanelState } from '../../../ui/panel.tsx';
import { useDates, useMinute } from '../../../ui/use-dates.ts';
import { TicketDialog } from './ticket-dialog.tsx';
import { ticketSystemsQuery, useRemoveSystem } from './ticket-queries.ts';

const columns = ['name', 'channel', 'live', 'answer', 'rules', 'act'] as const;

interface SystemsProps {
  readonly channels: readonly Channel[];
  readonly mayManage: boolean;
}

type Opened =
  | { readonly kind: 'edit'; readonly system?: TicketSystem }
  | { readonly kind: 'remove'; readonly system: TicketSystem };

/** The ticket systems of others (TK-01): by which way tickets go out, and how they stand. */
export function TicketSystems({ channels, mayManage }: SystemsProps) {
  const t = useTranslations('delivery.tickets');
  const query = useQuery(ticketSystemsQuery);
  const [opened, setOpened] = useState<Opened>();
  const systems = query.data ?? [];
  const ways = channels.filter(
    ({ owner, kind }) => owner === 'organisation' && (kind === 'webhook' || kind === 'mail'),
  );
  const close = () => setOpened(undefined);
  return (
    <>
      <div className={styles.section}>
        <h2>{t('title')}</h2>
        <span>{t('note')}</span>
        {mayManage && ways.length > 0 ? (
          <Button className={styles.sectionAction} onClick={() => setOpened({ kind: 'edit' })}>
            {t('add')}
          </Button>
        ) : null}
      </div>
      <PanelBody state={toPanelState(query, 1)}>
        {systems.length === 0 ? (
          <p className={styles.nothing}>
            {t('empty')} {mayManage && ways.length === 0 ? t('emptyManage') : null}
          </p>
        ) : (
          <ListTable
            caption={t('title')}
            columns={columns}
            heading={(column) => t(`columns.${column}`)}
            className={styles.table}
          >
            {systems.map((system) => (
              <SystemRow key={system.systemId} system={system} onOpen={setOpened} />
            ))}
          </ListTable>
        )}
      </PanelBody>
      {opened?.kind === 'edit' ? <TicketDialog system={opened.system} ways={ways} onClose={close} /> : null}
      {opened?.kind === 'remove' ? <RemoveDialog system={opened.system} onClose={close} /> : null}
    </>
  );
}

function SystemRow({ system, onOpen }: { readonly system: TicketSystem; readonly onOpen: (opened: Opened) => void }) {
  const t = useTranslations('delivery.tickets');
  const dates = useDates();
  const now = useMinute();
  const { name, channel, live, notConfirmed, lastAnswerAt, rules, own } = system;
  return (
    <tr>
      <th scope="row">{name}</th>
      <td data-column="address">
        <span className={styles.channel}>
          <KindGlyph kind={channel.kind} />
          {channel.name}
        </span>
      </td>
      <td data-column="state" data-label={t('columns.live')}>
        {t('live', { count: live })}
        {notConfirmed === 0 ? null : (
          <span className={styles.trouble}>{t('notConfirmed', { count: notConfirmed })}</span>
        )}
      </td>
      <td data-column="answer" data-label={t('columns.answer')}>
        {lastAnswerAt === null ? t('never') : dates.moment(new Date(lastAnswerAt), now)}
      </td>
      <td data-label={t('columns.rules')}>{own ? t('rules', { count: rules.length }) : '-'}</td>
      <td data-column="act">
        {own ? (
          <Menu
            label={t('menu', { name })}
            items={[
              { key: 'change', label: t('change'), onSelect: () => onOpen({ kind: 'edit', system }) },
              { key: 'remove', label: t('remove'), onSelect: () => onOpen({ kind: 'remove', system }) },
            ]}
            renderTrigger={(trigger) => (
              <button type="button" className={styles.more} aria-label={t('menu', { name })} {...trigger}>
                <span aria-hidden="true">⋯</span>
              </button>
            )}
          />
        ) : null}
      </td>
    </tr>
  );
}

function RemoveDialog({ system, onClose }: { readonly system: TicketSystem; readonly onClose: () => void }) {
  const t = useTranslations('delivery.tickets');
  const removing = useRemoveSystem();
  return (
    <ConfirmDialog
      title={t('remove')}
      submit={t('remove')}
      change={removing}
      onSubmit={() => removing.mutate(system, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>{t('removeText', { name: system.name })}</p>
    </ConfirmDialog>
  );
}
