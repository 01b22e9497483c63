import { useTranslations } from 'use-intl/react';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import styles from './dialogs.module.css';

/** One thing that two people changed: what it was, what the user wants, and what the other left. */
export interface ConflictTable {
  readonly id: string;
  readonly caption: string;
  /** Name of the other person, where it is known. */
  readonly by: string | undefined;
  readonly rows: readonly ConflictRow[];
}

/** One value as it was, as the user wants it, and as the other left it. */
interface ConflictRow {
  readonly label: string;
  readonly before: string;
  readonly mine: string;
  readonly theirs: string;
}

/** The rows in which anybody changed something. */
export const changedRows = (rows: readonly ConflictRow[]): readonly ConflictRow[] =>
  rows.filter(({ before, mine, theirs }) => mine !== before || theirs !== before);

interface ConflictProps {
  readonly tables: readonly ConflictTable[];
  readonly busy: boolean;
  /** Why keeping the own values was refused. */
  readonly problem?: string | undefined;
  readonly onKeepMine: () => void;
  readonly onTakeTheirs: () => void;
}

/** 'Changed meanwhile by …': both values side by side, and whose holds (GE-06). Needs the texts `editing`. */
export function ConflictDialog({ tables, busy, problem, onKeepMine, onTakeTheirs }: ConflictProps) {
  const t = useTranslations('editing');
  const names = [...new Set(tables.flatMap(({ by }) => (by === undefined ? [] : [by])))];
  const [only] = names;
  return (
    <Dialog
      title={only !== undefined && names.length === 1 ? t('by', { name: only }) : t('byOther')}
      onClose={onTakeTheirs}
      footer={
        <>
          <Button onClick={onTakeTheirs}>{t('take')}</Button>
          <Button variant="primary" busy={busy} onClick={onKeepMine}>
            {t('keep')}
          </Button>
        </>
      }
    >
      {tables.map(({ id, caption, by, rows }) => (
        <table key={id} className={styles.values}>
          <caption>
            {caption}
            {names.length > 1 && by !== undefined ? <span className="quiet">{t('by', { name: by })}</span> : null}
          </caption>
          <thead>
            <tr>
              <th scope="col">
                <span className="vh">{t('about')}</span>
              </th>
              <th scope="col">{t('before')}</th>
              <th scope="col">{t('mine')}</th>
              <th scope="col">{t('theirs')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ label, before, mine, theirs }) => (
              <tr key={label} data-differs={mine === theirs ? undefined : ''}>
                <th scope="row">{label}</th>
                <td>{before}</td>
                <td>{mine}</td>
                <td>{theirs}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ))}
      <p className={styles.problem} role="alert">
        {problem}
      </p>
    </Dialog>
  );
}
