import { commandLimits } from '@platen/contract/collector-commands';
import { type RemoteAction, shownActions } from '@platen/contract/site-collectors';
import { useTranslations } from 'use-intl/react';
import { ListTable } from '../../../ui/list-table.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { useDates } from '../../../ui/use-dates.ts';
import styles from './site-collectors.module.css';

const columns = ['at', 'what', 'by'] as const;

/** Who did what with the collector through the portal (OA-62). */
export function ActionsPanel({ actions }: { readonly actions: readonly RemoteAction[] }) {
  const t = useTranslations('siteCollectors.actions');
  const ofCommands = useTranslations('collectorRemote.commands');
  const { dateTime } = useDates();
  const toText = ({ kind, command }: RemoteAction) =>
    kind !== 'command'
      ? t(kind)
      : t('command', { what: command === null ? '' : ofCommands(command, { count: commandLimits.logLines }) });
  return (
    <Panel title={t('title')} note={t('note', { count: shownActions })} className={styles.panel}>
      {actions.length === 0 ? (
        <p className="quiet">{t('none')}</p>
      ) : (
        <ListTable
          caption={t('caption')}
          columns={columns}
          heading={(column) => t(`columns.${column}`)}
          className={styles.table}
        >
          {actions.map((action) => (
            <tr key={`${action.at} ${action.kind} ${action.command}`}>
              <td>{dateTime(new Date(action.at))}</td>
              <td>
                {toText(action)} <span className="code">{action.addresses.join(', ')}</span>
              </td>
              <td>{action.by}</td>
            </tr>
          ))}
        </ListTable>
      )}
    </Panel>
  );
}
