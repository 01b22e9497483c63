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

/** Named lists of codes of the family, and how many devices differ from each (CH-10). */
export default function StandardsView({
  deviceId,
  onCompare,
}: {
  readonly deviceId: string;
  readonly onCompare: (side: string) => void;
}) {
  const t = useTranslations('codeHistory.standards');
  const format = useFormatter();
  const client = useQueryClient();
  const changes = useQuery(historyQueries.changes(deviceId));
  const family = changes.data?.family ?? null;
  const query = historyQueries.standards(family ?? '');
  const standards = useQuery({ ...query, enabled: family !== null });
  const { data: me } = useQuery(meQuery);
  const mayManage = me?.role !== undefined && can(me.role, 'manageCodeLists');
  const [name, setName] = useState('');
  const add = useMutation({
    mutationFn: () => sendStandard(name.trim(), deviceId),
    onSuccess: async () => {
      setName('');
      await client.invalidateQueries({ queryKey: query.queryKey });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() !== '' && !add.isPending) add.mutate();
  };
  if (changes.data === undefined || (standards.data === undefined && family !== null))
    return (
      <div className={styles.sheet}>
        <PanelBody state={toPanelState(changes.data === undefined ? changes : standards, 4)} />
      </div>
    );
  return (
    <section className={styles.sheet} aria-label={t('title')}>
      <h2>
        {t('title')} <small>{family}</small>
      </h2>
      {(standards.data ?? []).length === 0 ? (
        <p className={styles.note}>{t('none')}</p>
      ) : (
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
            {(standards.data ?? []).map((standard) => (
              <tr key={standard.standardId}>
                <th scope="row">{standard.name}</th>
                <td className={styles.number}>{format.number(standard.codes)}</td>
                <td className={styles.number}>{format.number(standard.devices)}</td>
                <td className={styles.number}>{format.number(standard.differing)}</td>
                <td>
                  <Button
                    variant="link"
                    aria-label={t('compareWith', { name: standard.name })}
                    onClick={() => onCompare(`standard:${standard.standardId}`)}
                  >
                    {t('compare')}
                  </Button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {mayManage && family !== null && (
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
      )}
    </section>
  );
}
