import type { CodeStandard } from '@platen/contract/code-lists';
import { can } from '@platen/contract/rights';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl/react';
import { meQuery } from '../../../api/account-queries.ts';
import { toMessage } from '../../../platform/application-message.ts';
import { toStateOf } from '../../../platform/failure.ts';
import { Button } from '../../../ui/button.tsx';
import { PanelBody, toPanelState } from '../../../ui/panel.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import styles from './history.module.css';
import { historyQueries, sendStandard } from './queries.ts';
import { StandardDialog } from './standard-dialog.tsx';
import { WatchedPanel } from './watched-panel.tsx';

interface ViewProps {
  readonly deviceId: string;
  /** Compares a device, or this one, with a side. */
  readonly onCompare: (side: string, otherId?: string) => void;
}

/** Named lists of codes of the family, and how many devices differ from each (CH-10). */
export default function StandardsView({ deviceId, onCompare }: ViewProps) {
  const t = useTranslations('codeHistory.standards');
  const client = useQueryClient();
  const changes = useQuery(historyQueries.changes(deviceId));
  const family = changes.data?.family ?? null;
  const query = historyQueries.standards(family ?? '');
  const standards = useQuery({ ...query, enabled: family !== null });
  const { data: me } = useQuery(meQuery);
  const mayManage = me?.role !== undefined && can(me, 'manageCodeLists');
  /** Null: a new one. */
  const [opened, setOpened] = useState<string | null>();
  const renew = () => client.invalidateQueries({ queryKey: query.queryKey });
  if (changes.data === undefined || (standards.data === undefined && family !== null))
    return (
      <div className={styles.sheet}>
        <PanelBody state={toPanelState(changes.data === undefined ? changes : standards, 4)} />
      </div>
    );
  return (
    <div className={styles.main}>
      <section className={styles.sheet} aria-label={t('title')}>
        <h2>
          {t('title')} <small>{family}</small>
        </h2>
        {(standards.data ?? []).length === 0 ? (
          <p className={styles.note}>{t('none')}</p>
        ) : (
          <StandardsTable
            standards={standards.data ?? []}
            onOpen={setOpened}
            onCompare={(standardId) => onCompare(`standard:${standardId}`)}
          />
        )}
        {mayManage && family !== null && <FromDevice deviceId={deviceId} onMade={renew} />}
        {mayManage && family !== null && <Button onClick={() => setOpened(null)}>{t('byHand')}</Button>}
      </section>
      {family !== null && <WatchedPanel family={family} mayManage={mayManage} />}
      {opened !== undefined && family !== null && (
        <StandardDialog
          family={family}
          standardId={opened}
          mayManage={mayManage}
          onCompare={(otherId) => onCompare(`standard:${opened}`, otherId)}
          onChanged={() => {
            client.removeQueries({ queryKey: ['codeStandard'] });
            void renew();
          }}
          onClose={() => setOpened(undefined)}
        />
      )}
    </div>
  );
}

interface TableProps {
  readonly standards: readonly CodeStandard[];
  readonly onOpen: (standardId: string) => void;
  readonly onCompare: (standardId: string) => void;
}

function StandardsTable({ standards, onOpen, onCompare }: TableProps) {
  const t = useTranslations('codeHistory.standards');
  const format = useFormatter();
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{t('name')}</th>
          <th scope="col" className={styles.number}>
            {t('codes')}
          </th>
          <th scope="col" className={styles.number}>
            {t('devices')}
          </th>
          <th scope="col" className={styles.number}>
            {t('differing')}
          </th>
          <th scope="col">
            <span className="vh">{t('compare')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {standards.map(({ standardId, name, codes, devices, differing }) => (
          <tr key={standardId}>
            <th scope="row">
              <Button variant="link" onClick={() => onOpen(standardId)}>
                {name}
              </Button>
            </th>
            <td className={styles.number}>{format.number(codes)}</td>
            <td className={styles.number}>{format.number(devices)}</td>
            <td className={styles.number}>{format.number(differing)}</td>
            <td>
              <Button variant="link" aria-label={t('compareWith', { name })} onClick={() => onCompare(standardId)}>
                {t('compare')}
              </Button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface FromDeviceProps {
  readonly deviceId: string;
  readonly onMade: () => Promise<void>;
}

/** Makes a list of the codes that the device has now. */
function FromDevice({ deviceId, onMade }: FromDeviceProps) {
  const t = useTranslations('codeHistory.standards');
  const [name, setName] = useState('');
  const add = useMutation({
    mutationFn: () => sendStandard(name.trim(), deviceId),
    onSuccess: async () => {
      setName('');
      await onMade();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() !== '' && !add.isPending) add.mutate();
  };
  return (
    <form className={styles.propose} onSubmit={submit}>
      <TextField
        label={t('fromDevice')}
        maxLength={80}
        value={name}
        problem={add.error === null ? undefined : toMessage(toStateOf(add.error).errorCode)}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <Button type="submit" variant="primary" busy={add.isPending} disabled={name.trim() === ''}>
        {t('make')}
      </Button>
    </form>
  );
}
