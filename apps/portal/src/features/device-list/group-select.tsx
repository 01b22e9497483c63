import type { Group } from '@platen/contract/account';
import { allDevicesGroup } from '@platen/contract/constants';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl/react';
import { meQuery } from '../../api/account-queries.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Select } from '../../ui/select.tsx';
import styles from './list-bar.module.css';

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

interface GroupOption {
  groupId: number;
  /** Undefined where only the number is known. */
  name: string | undefined;
}

/**
 * GR-02: 'All Devices' first, then the user's groups. A group in force that is not among them is not hidden.
 */
function toGroupOptions(groups: readonly Group[], chosen: number): GroupOption[] {
  const own = groups.filter(({ groupId }) => groupId !== allDevicesGroup.groupId);
  const isKnown = chosen === allDevicesGroup.groupId || own.some(({ groupId }) => groupId === chosen);
  return [allDevicesGroup, ...own, ...(isKnown ? [] : [{ groupId: chosen, name: undefined }])];
}

/** GR-03: the groups of the signed-in user. */
const groupsQuery = queryOptions({ ...meQuery, select: ({ groups }) => groups });
