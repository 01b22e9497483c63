import { families } from '@platen/catalogue/families/families';
import { criteriaWords, type ScopeNames } from '@platen/catalogue/rule-sentence';
import { allDevicesGroup } from '@platen/contract/constants';
import { type SearchCriteria, searchDevices } from '@platen/contract/devices';
import type { RuleForm, RuleScope } from '@platen/contract/rules';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { meQuery } from '../../../api/account-queries.ts';
import { call } from '../../../api/client.ts';
import { CriteriaDialog } from '../../../device-search/criteria-dialog.tsx';
import { Button, Icon } from '../../../ui/button.tsx';
import { Menu } from '../../../ui/menu.tsx';
import styles from './editor.module.css';
import { Part, Token } from './fields.tsx';
import { PickDialog, type Picked } from './pick-dialog.tsx';

type ScopeList = 'groups' | 'customers' | 'models' | 'families' | 'exceptCustomers' | 'exceptDevices';

const narrowing = ['customers', 'models', 'groups', 'families'] as const satisfies readonly ScopeList[];
const excepting = ['exceptCustomers', 'exceptDevices'] as const satisfies readonly ScopeList[];

/** What a list of the scope holds, as texts. */
function valuesOf(scope: RuleScope, list: ScopeList): readonly string[] {
  switch (list) {
    case 'groups':
      return (scope.groupIds ?? []).map(String);
    case 'customers':
      return scope.customerNumbers ?? [];
    case 'models':
      return scope.models ?? [];
    case 'families':
      return scope.families ?? [];
    case 'exceptCustomers':
      return scope.except?.customerNumbers ?? [];
    case 'exceptDevices':
      return scope.except?.deviceIds ?? [];
    default:
      return list satisfies never;
  }
}

/** The scope with another list; an empty list, and exceptions without any, are left out. */
function withValues(scope: RuleScope, list: ScopeList, values: readonly string[]): RuleScope {
  const some = values.length === 0 ? undefined : [...values];
  const except = (change: NonNullable<RuleScope['except']>): RuleScope => {
    const next = { ...scope.except, ...change };
    const isEmpty = next.customerNumbers === undefined && next.deviceIds === undefined;
    return { ...scope, except: isEmpty ? undefined : next };
  };
  switch (list) {
    case 'groups':
      return { ...scope, groupIds: some?.map(Number) };
    case 'customers':
      return { ...scope, customerNumbers: some };
    case 'models':
      return { ...scope, models: some };
    case 'families':
      return { ...scope, families: some };
    case 'exceptCustomers':
      return except({ customerNumbers: some });
    case 'exceptDevices':
      return except({ deviceIds: some });
    default:
      return list satisfies never;
  }
}

interface ScopeProps {
  readonly form: RuleForm;
  readonly names: ScopeNames;
  /** Devices in the scope as it is saved; null: not counted; undefined: not saved yet. */
  readonly devices: number | null | undefined;
  readonly onChange: (form: RuleForm) => void;
  /** A name that was picked, by its number or id. */
  readonly onName: (picked: Picked) => void;
}

/** On devices of …, except …. */
export function ScopeFields({ form, names, devices, onChange, onName }: ScopeProps) {
  const t = useTranslations('rules');
  const [picking, setPicking] = useState<ScopeList>();
  const [isSearching, setIsSearching] = useState(false);
  const groups = (useQuery(meQuery).data?.groups ?? []).filter(({ groupId }) => groupId !== allDevicesGroup.groupId);
  const { scope } = form;
  const setScope = (next: RuleScope) => onChange({ ...form, scope: next });
  const nameOf = (list: ScopeList, value: string): string => {
    if (list === 'groups') return names.group?.(Number(value)) ?? value;
    if (list === 'customers' || list === 'exceptCustomers') return names.customer?.(value) ?? value;
    return list === 'exceptDevices' ? (names.device?.(value) ?? value) : value;
  };
  const isAll = scope.criteria === undefined && narrowing.every((list) => valuesOf(scope, list).length === 0);
  const isExcepted = excepting.some((list) => valuesOf(scope, list).length > 0);
  const lines = (lists: readonly ScopeList[]) =>
    lists.map((list) => {
      const values = valuesOf(scope, list);
      if (values.length === 0) return null;
      return (
        <p key={list}>
          {t(`scope.${leads[list]}`)}{' '}
          {values.map((value) => (
            <Token
              key={value}
              label={nameOf(list, value)}
              removeLabel={t('scope.remove', { name: nameOf(list, value) })}
              onRemove={() =>
                setScope(
                  withValues(
                    scope,
                    list,
                    values.filter((one) => one !== value),
                  ),
                )
              }
            />
          ))}
        </p>
      );
    });
  const offered = (list: ScopeList) => list !== 'groups' || groups.length > 0;
  return (
    <Part title={t('form.on')}>
      {isAll ? <p>{t('scope.all')}</p> : null}
      {scope.criteria === undefined ? null : (
        <p>
          {t('scope.criteria')} <span className="code">{criteriaWords(scope.criteria)}</span>{' '}
          <Matching criteria={scope.criteria} />{' '}
          <Button variant="quiet" className={styles.inline} onClick={() => setIsSearching(true)}>
            {t('scope.editCriteria')}
          </Button>{' '}
          <Button variant="quiet" className={styles.inline} onClick={() => setScope({ ...scope, criteria: undefined })}>
            {t('scope.dropCriteria')}
          </Button>
        </p>
      )}
      {lines(narrowing)}
      {isExcepted ? lines(excepting) : null}
      <p className={styles.adders}>
        <AddMenu label={t('scope.narrow')} lists={narrowing.filter(offered)} onPick={setPicking} />
        {scope.criteria === undefined ? (
          <Button className={styles.add} onClick={() => setIsSearching(true)}>
            <Icon name="plus" />
            {t('scope.addCriteria')}
          </Button>
        ) : null}
        <AddMenu label={t('scope.except')} lists={excepting} onPick={setPicking} />
      </p>
      <p className={styles.hint}>
        {devices === undefined || devices === null ? t('scope.newDevices') : t('scope.now', { count: devices })}
      </p>
      {isSearching ? (
        <Suspense fallback={null}>
          <CriteriaDialog
            title={t('scope.addCriteria')}
            submitLabel={t('scope.takeCriteria')}
            criteria={scope.criteria}
            onSubmit={(criteria) => {
              setScope({ ...scope, criteria });
              setIsSearching(false);
            }}
            onClose={() => setIsSearching(false)}
          />
        </Suspense>
      ) : null}
      {picking === undefined ? null : (
        <PickDialog
          title={t(`scope.${picking}`)}
          kind={pickKinds[picking]}
          options={
            picking === 'groups'
              ? groups.map(({ groupId, name }) => ({ value: String(groupId), name }))
              : picking === 'families'
                ? families.map(({ code }) => ({ value: code, name: code }))
                : undefined
          }
          chosen={valuesOf(scope, picking)}
          onPick={(picked) => {
            onName(picked);
            setScope(withValues(scope, picking, [...valuesOf(scope, picking), picked.value]));
          }}
          onClose={() => setPicking(undefined)}
        />
      )}
    </Part>
  );
}

const leads = {
  groups: 'inGroups',
  customers: 'ofCustomers',
  models: 'ofModels',
  families: 'ofFamilies',
  exceptCustomers: 'exceptCustomers',
  exceptDevices: 'exceptDevices',
} as const;
const pickKinds = {
  groups: 'listed',
  customers: 'customer',
  models: 'model',
  families: 'listed',
  exceptCustomers: 'customer',
  exceptDevices: 'device',
} as const;

const matching = (criteria: SearchCriteria) =>
  queryOptions({
    queryKey: ['ruleCriteria', criteria] as const,
    queryFn: async ({ signal }) =>
      (await call(searchDevices, { body: { ...criteria, offset: 0, limit: 1 }, signal })).totalCount ?? null,
    retry: false,
  });

/** How many devices that the user sees match the criteria now; nothing while that is not known. */
function Matching({ criteria }: { readonly criteria: SearchCriteria }) {
  const t = useTranslations('rules.scope');
  const { data: count } = useQuery(matching(criteria));
  return <output>{typeof count === 'number' ? t('matching', { count }) : null}</output>;
}

interface AddMenuProps {
  readonly label: string;
  readonly lists: readonly ScopeList[];
  readonly onPick: (list: ScopeList) => void;
}

function AddMenu({ label, lists, onPick }: AddMenuProps) {
  const t = useTranslations('rules.scope');
  return (
    <Menu
      label={label}
      align="start"
      items={lists.map((list) => ({ key: list, label: t(list), onSelect: () => onPick(list) }))}
      renderTrigger={(trigger) => (
        <Button className={styles.add} {...trigger}>
          <Icon name="plus" />
          {label}
        </Button>
      )}
    />
  );
}
