import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl/react';
import { IconButton } from '../../ui/icon-button.tsx';
import { Select } from '../../ui/select.tsx';
import { toGroupOptions } from './group-options.ts';
import styles from './list-bar.module.css';
import { groupsQuery } from './queries.ts';

/** The group filter (GR-02, OQ-37). Without the groups the list itself still works. */
export function GroupSelect({ groupId, onGroup }: { groupId: number; onGroup: (groupId: number) => void }) {
  const t = useTranslations('deviceList');
  const common = useTranslations('common');
  const { data, isError, isFetching, refetch } = useQuery(groupsQuery);
  const options = toGroupOptions(data ?? [], groupId).map(({ groupId, name }) => ({
    value: String(groupId),
    label: groupId === 0 ? t('groupAll') : (name ?? t('groupUnnamed', { groupId })),
  }));
  return (
    <span className={styles.group}>
      <Select
        label={t('group')}
        hideLabel
        options={options}
        value={String(groupId)}
        onChange={({ currentTarget }) => onGroup(Number(currentTarget.value))}
      />
      {isError && (
        <IconButton
          icon="refresh"
          label={`${t('groupsFailed')} ${common('retry')}`}
          className={styles.groupRetry}
          disabled={isFetching}
          onClick={() => void refetch()}
        />
      )}
    </span>
  );
}
