import { exportDevices, exportSearch } from '@platen/contract/export';
import { useTranslations } from 'use-intl/react';
import { request } from '../../../api/client.ts';
import { ExportMenu } from '../../../downloads/export-menu.tsx';
import { loadDeviceTexts } from '../../../platform/load-once.ts';
import { AddedTexts } from '../../../ui/added-texts.tsx';
import barStyles from '../list-bar.module.css';
import type { ListQuery } from '../model.ts';

interface ExportControlProps {
  /** What the list shows: the file holds the same devices in the same order. */
  readonly query: ListQuery;
}

/** Exports what the device list shows. Comes after the list, with the texts it needs. */
export function ExportControl({ query }: ExportControlProps) {
  return (
    <AddedTexts load={loadDeviceTexts}>
      <Control query={query} />
    </AddedTexts>
  );
}

function Control({ query }: ExportControlProps) {
  const t = useTranslations('downloads');
  return (
    <ExportMenu
      className={barStyles.tool}
      textClassName={barStyles.toolText}
      words={t}
      ask={(asked, signal, timeout) => {
        const { search, groupId, criteria, sort } = query;
        const common = { ...asked, ...(groupId === 0 ? {} : { groupId }), ...sort };
        return criteria === undefined
          ? request(exportDevices, { query: { ...common, ...(search === '' ? {} : { search }) }, signal }, timeout)
          : request(exportSearch, { body: { ...criteria, ...common }, signal }, timeout);
      }}
    />
  );
}
