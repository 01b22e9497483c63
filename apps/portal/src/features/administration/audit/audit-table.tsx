import type { AuditEntry } from '@platen/contract/audit';
import { useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl/react';
import { ExpandableRow } from '../../../ui/expandable-row.tsx';
import { Link } from '../../../ui/link.tsx';
import { ListTable } from '../../../ui/list-table.tsx';
import styles from './audit.module.css';
import { toSummary, toValues } from './audit-model.ts';

/** Columns of the table, the time as head of each row. */
const columns = ['at', 'actor', 'action', 'subject', 'what', 'request'] as const;

/** Entries newest first, under their days; each opens to its values before and after. */
export function AuditTable({ entries }: { readonly entries: readonly AuditEntry[] }) {
  const t = useTranslations('audit');
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const toggle = (id: string) =>
    setOpen((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  return (
    <ListTable caption={t('label')} columns={columns} heading={(column) => t(column)} className={styles.table}>
      {entries.map((entry) => (
        <Entry
          key={entry.auditId}
          entry={entry}
          isOpen={open.has(entry.auditId)}
          onToggle={() => toggle(entry.auditId)}
        />
      ))}
    </ListTable>
  );
}

interface EntryProps {
  readonly entry: AuditEntry;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

function Entry({ entry, isOpen, onToggle }: EntryProps) {
  const t = useTranslations('audit');
  const format = useFormatter();
  const { actor, action, subject, requestId } = entry;
  const at = new Date(entry.at);
  const time = format.dateTime(at, { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' });
  const summary = toSummary(entry);
  return (
    <ExpandableRow
      name={<time dateTime={entry.at}>{`${format.dateTime(at, 'date')} ${time}`}</time>}
      columns={columns.length}
      isOpen={isOpen}
      onToggle={onToggle}
      label={t('details', { action })}
      cells={
        <>
          <td>
            {actor.name}
            {actor.kind === 'user' ? null : <small>{t(`kinds.${actor.kind}`)}</small>}
          </td>
          <td className="code" data-refused={action === 'refused' ? '' : undefined}>
            {action}
          </td>
          <td>
            <SubjectText subject={subject} />
          </td>
          <td className={styles.what} title={summary}>
            {summary === '' ? '-' : summary}
          </td>
          <td className="code" title={requestId ?? undefined}>
            {requestId === null ? '-' : requestId.slice(0, 8)}
          </td>
        </>
      }
    >
      <Values entry={entry} />
    </ExpandableRow>
  );
}

function SubjectText({ subject: { kind, id, name } }: { readonly subject: AuditEntry['subject'] }) {
  const shown = name ?? id;
  return (
    <>
      {kind === 'device' && name !== null ? (
        <Link to="/profile" search={{ device: id }}>
          {shown}
        </Link>
      ) : (
        <span className={name === null && kind !== '' ? 'code' : undefined}>{shown}</span>
      )}
      {kind === '' ? null : <small>{kind}</small>}
    </>
  );
}

function Values({ entry }: { readonly entry: AuditEntry }) {
  const t = useTranslations('audit');
  const { isChange, values } = toValues(entry);
  const rows = [
    ...values,
    ...(entry.requestId === null ? [] : [{ name: t('request'), before: null, after: entry.requestId }]),
  ];
  if (rows.length === 0) return <p className="quiet">{t('nothing')}</p>;
  return (
    <table className={styles.values}>
      <thead>
        <tr>
          <th scope="col">{t('value')}</th>
          {isChange ? <th scope="col">{t('before')}</th> : null}
          <th scope="col">{isChange ? t('after') : t('what')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, before, after }) => (
          <tr key={name}>
            <th scope="row">{name === '' ? entry.action : name}</th>
            {isChange ? <td>{before ?? '-'}</td> : null}
            <td data-changed={isChange && before !== after ? '' : undefined}>{after ?? '-'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
