import { searchTextLimit } from '@platen/contract/constants';
import { exportWorklist, type WorklistPage } from '@platen/contract/worklist';
import type { WorklistRow } from '@platen/contract/worklist-item';
import { isUnowned, type WorklistGroup, worklistGroups } from '@platen/contract/worklist-names';
import { type Ref, useEffect, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl/react';
import { request } from '../../api/client.ts';
import { ExportMenu } from '../../downloads/export-menu.tsx';
import { Button, Icon } from '../../ui/button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useMinute } from '../../ui/use-dates.ts';
import { groupOf, toQuery, type WorklistSearch } from './address.ts';
import { dayIn } from './days.ts';
import { Glyph } from './glyphs.tsx';
import styles from './screen.module.css';

interface HeadProps {
  readonly page: WorklistPage | undefined;
  readonly rows: readonly WorklistRow[];
  readonly search: WorklistSearch;
  readonly searchBox: Ref<HTMLInputElement>;
  readonly onChange: (change: Partial<WorklistSearch>) => void;
  /** Enters a call; undefined: the user may not. */
  readonly onCall: (() => void) | undefined;
}

/** The one figure to bring down, a mark for each pressing row in the order of work, and what to ask for. */
export function WorklistHead({ page, rows, search, searchBox, onChange, onCall }: HeadProps) {
  const t = useTranslations('worklist');
  const format = useFormatter();
  const now = useMinute();
  return (
    <div className={styles.head}>
      <p className={styles.count}>
        <b>{page === undefined ? '-' : format.number(page.head.unowned)}</b> <span>{t('unowned')}</span>
      </p>
      {page === undefined ? null : (
        <p className={styles.lamps}>
          <Lamps rows={rows} today={dayIn(page.zone, now)} />
          <span>
            {t('ofPressing', { count: page.head.pressing })} · {t('p3', { count: page.head.p3 })}
          </span>
        </p>
      )}
      <span className={styles.space} />
      <SearchField text={search.search ?? ''} box={searchBox} onSearch={(text) => onChange({ search: text })} />
      <span className={styles.menuTool}>
        <GroupMenu group={groupOf(search)} onGroup={(group) => onChange({ groupBy: group === 'none' ? '' : group })} />
      </span>
      {onCall === undefined ? null : (
        <Button className={styles.tool} aria-haspopup="dialog" title={t('enterCall')} onClick={onCall}>
          <Glyph name="phone" />
          <span className={styles.toolText}>{t('enterCall')}</span>
        </Button>
      )}
      <span className={styles.menuTool}>
        <Export search={search} />
      </span>
    </div>
  );
}

interface GroupProps {
  readonly group: WorklistGroup;
  readonly onGroup: (group: WorklistGroup) => void;
}

/** What the rows are grouped by. A menu, not a select, which would use up the keys of the list. */
function GroupMenu({ group, onGroup }: GroupProps) {
  const t = useTranslations('worklist');
  const name = t(`grouped.${group}`);
  return (
    <Menu
      label={t('groupLabel')}
      items={worklistGroups.map((value) => ({
        key: value,
        label: t(`groups.${value}`),
        onSelect: () => onGroup(value),
      }))}
      renderTrigger={(trigger) => (
        <Button className={styles.tool} aria-label={name} title={name} {...trigger}>
          <Icon name="list" />
          <span className={styles.toolText}>{name}</span>
          <Icon name="chevron" />
        </Button>
      )}
    />
  );
}

/** All rows of the filters as a file, in the order of the list (WL-71). */
function Export({ search }: { readonly search: WorklistSearch }) {
  const t = useTranslations('worklist.export');
  return (
    <ExportMenu
      className={styles.tool}
      textClassName={styles.toolText}
      words={t}
      ask={(asked, signal, timeout) =>
        request(exportWorklist, { query: { ...toQuery(search), ...asked }, signal }, timeout)
      }
    />
  );
}

/** Marks of the loaded P1 and P2 rows: tall where the row has no owner, with a gap between the classes. */
function Lamps({ rows, today }: { readonly rows: readonly WorklistRow[]; readonly today: string }) {
  const pressing = rows.filter(({ priority }) => priority === 'P1' || priority === 'P2');
  const shown = pressing.toSorted((one, other) =>
    one.priority < other.priority ? -1 : one.priority > other.priority ? 1 : 0,
  );
  const firstP2 = shown.findIndex(({ priority }) => priority === 'P2');
  return (
    <span className={styles.marks} aria-hidden="true">
      {shown.map((row, index) => (
        <i
          key={row.rowId}
          data-tone={isUnowned(row, today) ? 'open' : row.state === 'planned' ? 'planned' : 'taken'}
          data-gap={index > 0 && index === firstP2 ? '' : undefined}
        />
      ))}
    </span>
  );
}

/** The pause after which a typed text is sent. */
const pauseMs = 400;

function SearchField({
  text,
  box,
  onSearch,
}: {
  text: string;
  box: Ref<HTMLInputElement>;
  onSearch: (text: string) => void;
}) {
  const t = useTranslations('worklist');
  const [draft, setDraft] = useState(text);
  const [inForce, setInForce] = useState(text);
  if (text !== inForce) {
    setInForce(text);
    setDraft(text);
  }
  useEffect(() => {
    if (draft.trim() === text) return undefined;
    const timer = setTimeout(() => onSearch(draft.trim()), pauseMs);
    return () => clearTimeout(timer);
  });
  return (
    <TextField
      ref={box}
      type="search"
      className={styles.search}
      label={t('search')}
      hideLabel
      placeholder={t('searchHint')}
      maxLength={searchTextLimit}
      lead={<Icon name="search" />}
      aria-keyshortcuts="/"
      value={draft}
      onChange={({ currentTarget }) => setDraft(currentTarget.value)}
      onKeyDown={({ key, nativeEvent, currentTarget }) => {
        if (nativeEvent.isComposing) return;
        if (key === 'Enter') onSearch(draft.trim());
        if (key !== 'Escape') return;
        setDraft('');
        onSearch('');
        currentTarget.blur();
      }}
    />
  );
}
