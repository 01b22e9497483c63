import type { NicAnswer } from '@platen/contract/details';
import type { NicField } from '@platen/contract/report-sections';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { deviceQueries } from '../../device/device-query.ts';
import { PanelGrid, span } from '../../device/panel-grid.tsx';
import table from '../../device/table.module.css';
import { TableActions } from '../../downloads/table-actions.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Evidence } from '../../ui/evidence.tsx';
import { GridTable } from '../../ui/grid/grid-table.tsx';
import { Panel, toPanelState } from '../../ui/panel.tsx';
import { Unknown } from '../../ui/readout.tsx';
import styles from './network.module.css';

/** The interfaces of the device; a second one it does not have is not shown (NW-01, OQ-74). */
function NetworkTab({ deviceId }: { deviceId: string }) {
  const t = useTranslations('network');
  const query = useQuery(deviceQueries.network(deviceId));
  const { data } = query;
  const second = data?.nic_2nd ?? null;
  if (data === undefined) {
    return (
      <PanelGrid size="narrow">
        <Panel className={span(12)} title={t('nic_1st')} state={toPanelState(query, networkRows.length)} />
      </PanelGrid>
    );
  }
  const width = second === null ? span(12) : span(6);
  return (
    <PanelGrid {...(second === null ? { size: 'narrow' } : {})}>
      <Panel
        className={width}
        title={t('nic_1st')}
        aside={data.nic_1st === null ? undefined : <Actions nic={data.nic_1st} name="nic_1st" />}
        state={data.nic_1st === null ? { kind: 'empty', hint: t('none') } : { kind: 'data' }}
      >
        {data.nic_1st === null ? null : <Interface nic={data.nic_1st} name="nic_1st" />}
      </Panel>
      {second === null ? null : (
        <Panel className={width} title={t('nic_2nd')} aside={<Actions nic={second} name="nic_2nd" />}>
          <Interface nic={second} name="nic_2nd" />
        </Panel>
      )}
    </PanelGrid>
  );
}

interface InterfaceProps {
  nic: NicAnswer;
  name: 'nic_1st' | 'nic_2nd';
}

function Actions({ nic, name }: InterfaceProps) {
  const t = useTranslations('network');
  const common = useTranslations('common');
  return (
    <TableActions
      name={t(name)}
      columns={[t('item'), t('value')]}
      toRows={() => networkRows.map((field) => [t(`fields.${field}`), nic[field] || common('notReported')])}
    />
  );
}

function Interface({ nic, name }: InterfaceProps) {
  const t = useTranslations('network');
  const common = useTranslations('common');
  return (
    <GridTable label={t(name)} className={classNames(table.table, table.values)}>
      <thead>
        <tr>
          <th scope="col">{t('item')}</th>
          <th scope="col">{t('value')}</th>
        </tr>
      </thead>
      <tbody>
        {networkRows.map((field) => {
          const value = nic[field];
          const label = t(`fields.${field}`);
          return (
            <tr key={field}>
              <th scope="row">{label}</th>
              <td>
                {value === null || value === '' ? (
                  <Unknown boxed>{common('notReported')}</Unknown>
                ) : (
                  <span className={styles.copyable}>
                    <Evidence title={label} path={`network.${name}.${field}`}>
                      <span className="code">{value}</span>
                    </Evidence>
                    <CopyButton name={label} text={value} />
                  </span>
                )}
              </td>
            </tr>
          );
        })}
      </tbody>
    </GridTable>
  );
}

export const prefetch = (client: QueryClient, deviceId: string): Promise<unknown> =>
  client.prefetchQuery(deviceQueries.network(deviceId));

export { NetworkTab as Content };

/** The items of one interface in the order of the network screen (NW-02..NW-08). */
export const networkRows = [
  'ipAddress',
  'subnetMask',
  'defaultGateway',
  'primaryDns',
  'secondaryDns',
  'smtpServer',
  'macAddress',
] as const satisfies readonly NicField[];

const shownMs = 2500;

/** Copies a value to the clipboard and announces the outcome. */
export function CopyButton({ name, text }: { name: string; text: string }) {
  const t = useTranslations('network');
  const [outcome, setOutcome] = useState<'none' | 'copied' | 'failed'>('none');
  useEffect(() => {
    if (outcome === 'none') return undefined;
    const timer = setTimeout(() => setOutcome('none'), shownMs);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome('copied');
    } catch {
      setOutcome('failed');
    }
  };
  return (
    <>
      <button
        type="button"
        data-print="none"
        className={styles.copy}
        data-outcome={outcome}
        aria-label={t('copy', { name })}
        title={t('copy', { name })}
        onClick={() => void copy()}
      >
        <svg viewBox="0 0 20 20" aria-hidden="true">
          {outcome === 'copied' ? <path d="M4 10.500l4 4 8-9" /> : <path d="M7 7h9v9H7zM13 7V4H4v9h3" />}
        </svg>
      </button>
      <output className={outcome === 'failed' ? styles.copyFailed : 'vh'}>
        {outcome === 'copied' ? t('copied', { name }) : ''}
        {outcome === 'failed' ? t('copyFailed') : ''}
      </output>
    </>
  );
}
