import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl/react';
import { Button, Icon } from '../../../ui/button.tsx';
import { ListTable } from '../../../ui/list-table.tsx';
import { PanelBody, toPanelState } from '../../../ui/panel.tsx';
import { useKeys } from '../../../ui/use-keys.ts';
import { ListHead } from '../list-head.tsx';
import { Details } from './details.tsx';
import { findOrganisations, kindsBelow, numbersOf, toLines, toOrganisationFile } from './model.ts';
import { NewDialog } from './new-dialog.tsx';
import styles from './organisations.module.css';
import { organisationsQuery } from './queries.ts';

const figures = ['devices', 'notPlaced', 'people'] as const;
const columns = ['organisation', 'kind', 'numbers', ...figures] as const;

/** The tree of organisations, and what is chosen of it (OA-01, OA-04). */
export default function OrganisationsSection() {
  const t = useTranslations('organisations');
  const query = useQuery(organisationsQuery);
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<string>();
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [isAdding, setAdding] = useState(false);
  const wanted = useDeferredValue(typed);
  useKeys({ c: () => setAdding(true) });
  const all = query.data ?? [];
  const lines = toLines(findOrganisations(all, wanted), wanted.trim() === '' ? closed : new Set());
  const shown = all.find(({ organisationId }) => organisationId === chosen) ?? all[0];
  const below = shown === undefined ? [] : kindsBelow(shown.kind);
  const toggle = (id: string) => {
    const next = new Set(closed);
    if (!next.delete(id)) next.add(id);
    setClosed(next);
  };
  return (
    <>
      <ListHead
        total={query.data && all.length}
        figures={t('figures', { count: all.length })}
        search={{ label: t('search'), hint: t('searchHint'), value: typed, onType: setTyped }}
        file={{
          label: t('export'),
          isEmpty: all.length === 0,
          name: t('exportFile'),
          make: () =>
            toOrganisationFile(all, [
              t('columns.organisation'),
              t('columns.kind'),
              t('below'),
              t('dealerNumbers'),
              t('customerNumbers'),
              t('columns.devices'),
              t('columns.notPlaced'),
              t('columns.people'),
            ]),
        }}
      >
        <Button
          variant="primary"
          aria-keyshortcuts="c"
          data-print="none"
          disabled={below.length === 0}
          title={below.length === 0 ? t('nothingBelow') : undefined}
          onClick={() => setAdding(true)}
        >
          <Icon name="plus" />
          {t('add')}
        </Button>
      </ListHead>
      <div className={styles.sheets}>
        <div className={styles.frame}>
          <PanelBody state={toPanelState(query, 8)}>
            {lines.length === 0 ? (
              <p className={styles.empty}>{t('noHit')}</p>
            ) : (
              <ListTable
                caption={t('caption')}
                columns={columns}
                figures={figures}
                heading={(column) => t(`columns.${column}`)}
                className={styles.table}
              >
                {lines.map((line) => (
                  <OrganisationRow
                    key={line.item.organisationId}
                    line={line}
                    isShown={line.item === shown}
                    isFolded={closed.has(line.item.organisationId)}
                    onToggle={() => toggle(line.item.organisationId)}
                    onChoose={() => setChosen(line.item.organisationId)}
                  />
                ))}
              </ListTable>
            )}
          </PanelBody>
        </div>
        {shown === undefined ? null : (
          <Details key={shown.organisationId} item={shown} onRemoved={() => setChosen(undefined)} />
        )}
      </div>
      {isAdding && shown !== undefined && below.length > 0 ? (
        <NewDialog parent={shown} kinds={below} onAdded={setChosen} onClose={() => setAdding(false)} />
      ) : null}
    </>
  );
}

interface RowProps {
  readonly line: ReturnType<typeof toLines>[number];
  readonly isShown: boolean;
  /** What is below it is not shown. */
  readonly isFolded: boolean;
  readonly onToggle: () => void;
  readonly onChoose: () => void;
}

function OrganisationRow({ line, isShown, isFolded, onToggle, onChoose }: RowProps) {
  const t = useTranslations('organisations');
  const format = useFormatter();
  const { item, depth, hasChildren } = line;
  return (
    <tr aria-current={isShown ? 'true' : undefined} data-chosen={isShown ? '' : undefined}>
      <th scope="row" style={{ paddingInlineStart: `${12 + depth * 20}px` }}>
        {hasChildren ? (
          <button
            type="button"
            className={styles.fold}
            aria-expanded={!isFolded}
            aria-label={t('fold', { name: item.name })}
            onClick={onToggle}
          >
            <Icon name="chevron" />
          </button>
        ) : (
          <span className={styles.leaf} />
        )}
        <Button variant="link" onClick={onChoose}>
          {item.name}
        </Button>
      </th>
      <td className="quiet">{t(`kinds.${item.kind}`)}</td>
      <td className="code">{numbersOf(item).join(', ') || '-'}</td>
      <td data-figure="">{format.number(item.devices)}</td>
      <td data-figure="">
        {item.kind === 'operator' || item.kind === 'dealer' ? format.number(item.ownDevices) : '-'}
      </td>
      <td data-figure="">{format.number(item.users)}</td>
    </tr>
  );
}
