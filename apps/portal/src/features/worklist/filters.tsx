import type { WorklistPage } from '@platen/contract/worklist';
import {
  actors,
  type ConditionKind,
  conditionKinds,
  dueFilters,
  priorities,
  shownStates,
} from '@platen/contract/worklist-names';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl/react';
import { meQuery } from '../../api/account-queries.ts';
import { Icon } from '../../ui/button.tsx';
import { useIsWide } from '../../ui/media.ts';
import { Menu } from '../../ui/menu.tsx';
import { type ChoiceFilter, isResolvedList, toggle, valuesOf, type WorklistSearch } from './address.ts';
import styles from './filters.module.css';

type Facets = NonNullable<WorklistPage['facets']>;

interface FiltersProps {
  readonly facets: Facets | undefined;
  readonly search: WorklistSearch;
  readonly onSearch: (search: WorklistSearch) => void;
}

interface Choice {
  readonly value: string;
  readonly name: string;
  /** Undefined: not counted by the answer. */
  readonly count: number | undefined;
  readonly isOn: boolean;
}

/** Kinds with a button of their own in the bar; the others stand in a menu. */
const shownKinds = [
  'down',
  'errorRepeat',
  'part',
  'supply',
  'stopped',
  'counterBreak',
] as const satisfies readonly ConditionKind[];
const otherKinds = conditionKinds.filter((kind) => !shownKinds.some((one) => one === kind));

const noGroups: readonly never[] = [];

/** What can be chosen by each filter, with the counts of the answer. */
function useChoices({ facets, search }: Pick<FiltersProps, 'facets' | 'search'>) {
  const t = useTranslations('worklist');
  const headlines = useTranslations('headlines');
  const isResolved = isResolvedList(search);
  const groups = useQuery(meQuery).data?.groups ?? noGroups;
  const chosen = (filter: ChoiceFilter) => new Set(valuesOf(search, filter));
  const counted = (filter: ChoiceFilter, values: readonly { value: string; name: string }[]): Choice[] => {
    const on = chosen(filter);
    const counts = new Map(facets?.[filter]?.map(({ value, count }) => [value, count]));
    return values.map(({ value, name }) => ({
      value,
      name,
      // What was resolved is counted where it is shown.
      count: facets === undefined || (value === 'resolved' && !on.has(value)) ? undefined : (counts.get(value) ?? 0),
      isOn: on.has(value),
    }));
  };
  /** Values that only the answer knows; a chosen one stays, whatever its count. */
  const found = (filter: ChoiceFilter, skip: readonly string[] = []): Choice[] => {
    const known = (facets?.[filter] ?? []).filter(({ value }) => !skip.includes(value));
    const rest = [...chosen(filter)].filter(
      (value) => !skip.includes(value) && !known.some((one) => one.value === value),
    );
    return counted(filter, [
      ...known.map(({ value, name }) => ({ value, name: name ?? value })),
      ...rest.map((value) => ({ value, name: value })),
    ]);
  };
  const named = <T extends string>(filter: ChoiceFilter, values: readonly T[], toName: (value: T) => string) =>
    counted(
      filter,
      values.map((value) => ({ value, name: toName(value) })),
    );
  return {
    owner: counted('assignee', [
      { value: 'me', name: t('filters.mine') },
      { value: 'none', name: t('filters.noOwner') },
    ]),
    priority: isResolved ? [] : named('priority', priorities, (one) => one),
    kind: named('kind', shownKinds, (one) => t(`kindShort.${one}`)),
    otherKind: named('kind', otherKinds, (one) => headlines(`kinds.${one}`)),
    state: named('state', shownStates.toReversed(), (one) => t(one === 'resolved' ? 'resolvedToday' : `states.${one}`)),
    whoCanAct: named('whoCanAct', actors, (one) => t(`actors.${one}`)),
    customer: found('customer'),
    model: found('model'),
    assignee: found('assignee', ['me', 'none']),
    due: isResolved ? [] : named('due', dueFilters, (one) => t(`dues.${one}`)),
    group: groups.flatMap(({ groupId, name }): Choice[] => {
      const value = String(groupId);
      return groupId === 0 ? [] : [{ value, name, count: undefined, isOn: search.groupId === value }];
    }),
  };
}

/** Brings the keyboard to the first filter. */
export const focusFilters = () => document.querySelector<HTMLElement>('[data-filters] :is(button, input)')?.focus();

const buttons = [
  ['assignee', 'owner'],
  ['priority', 'priority'],
  ['kind', 'kind'],
] as const;
const menus = [
  ['kind', 'otherKind', 'other'],
  ['state', 'state', 'state'],
  ['whoCanAct', 'whoCanAct', 'whoCanAct'],
  ['customer', 'customer', 'customer'],
  ['model', 'model', 'model'],
  ['assignee', 'assignee', 'assignee'],
  ['due', 'due', 'due'],
  ['groupId', 'group', 'groupId'],
] as const;

/** Filters with counts (WL-55): a bar above the rows, from 1600 px a rail next to them. */
export function Filters(props: FiltersProps) {
  return useIsWide() ? <Rail {...props} /> : <Bar {...props} />;
}

function Bar({ facets, search, onSearch }: FiltersProps) {
  const t = useTranslations('worklist');
  const choices = useChoices({ facets, search });
  return (
    <div
      className={styles.filters}
      role="toolbar"
      aria-label={t('filters.label')}
      aria-keyshortcuts="f"
      data-filters=""
      data-print="none"
    >
      {buttons.map(([filter, name]) => (
        <div key={name}>
          {choices[name].map(({ value, name: label, count, isOn }) => (
            <button
              key={value}
              type="button"
              className={styles.filter}
              aria-pressed={isOn}
              onClick={() => onSearch(toggle(search, filter, value))}
            >
              {label} <span>{count}</span>
            </button>
          ))}
        </div>
      ))}
      <div className={styles.filterMenus}>
        {menus.map(([filter, name, label]) => {
          const values = choices[name];
          const count = values.filter(({ isOn }) => isOn).length;
          // Many users have no groups.
          if (filter === 'groupId' && values.length === 0) return null;
          return (
            <Menu
              key={label}
              label={t(`filters.${label}`)}
              items={values.map((one) => ({
                key: one.value,
                label: one.count === undefined ? one.name : t('filters.count', { name: one.name, count: one.count }),
                checked: one.isOn,
                onSelect: () => onSearch(toggle(search, filter, one.value)),
              }))}
              renderTrigger={(trigger) => (
                <button
                  type="button"
                  className={styles.filter}
                  aria-label={t('filters.menu', { name: t(`filters.${label}`), count })}
                  aria-pressed={count > 0 ? true : undefined}
                  disabled={values.length === 0}
                  {...trigger}
                >
                  {t(`filters.${label}`)}
                  {count > 0 ? <span>{count}</span> : null}
                  <Icon name="chevron" />
                </button>
              )}
            />
          );
        })}
      </div>
    </div>
  );
}

/** Values that stand in the rail at first. */
const manyValues = 6;

function Rail({ facets, search, onSearch }: FiltersProps) {
  const t = useTranslations('worklist');
  const choices = useChoices({ facets, search });
  const groups = [
    ['assignee', [...choices.owner, ...choices.assignee]],
    ['priority', choices.priority],
    ['kind', [...choices.kind, ...choices.otherKind]],
    ['state', choices.state],
    ['whoCanAct', choices.whoCanAct],
    ['due', choices.due],
    ['customer', choices.customer],
    ['model', choices.model],
    ['groupId', choices.group],
  ] as const;
  return (
    <aside
      className={styles.rail}
      aria-label={t('filters.label')}
      aria-keyshortcuts="f"
      data-filters=""
      data-print="none"
    >
      {groups.map(([filter, values]) => {
        const isShown = ({ isOn, count }: Choice) => isOn || count === undefined || count > 0;
        const present = values.filter(isShown);
        const [first, rest] = [present.slice(0, manyValues), present.slice(manyValues)];
        const button = ({ value, name, count, isOn }: Choice) => (
          <label key={value} className={styles.railValue}>
            <input type="checkbox" checked={isOn} onChange={() => onSearch(toggle(search, filter, value))} />
            <span>{name}</span>
            <b>{count}</b>
          </label>
        );
        if (present.length === 0) return null;
        return (
          <fieldset key={filter} className={styles.railGroup}>
            <legend>{t(`filters.${filter}`)}</legend>
            {first.map(button)}
            {rest.length === 0 ? null : (
              <details>
                <summary>{t('filters.more', { count: rest.length })}</summary>
                {rest.map(button)}
              </details>
            )}
          </fieldset>
        );
      })}
    </aside>
  );
}
