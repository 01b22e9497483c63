import { changeUser, type UserItem } from '@platen/contract/people';
import { type Action, can, mayGive, type Role, singleRights } from '@platen/contract/rights';
import { priorities } from '@platen/contract/worklist-names';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { meQuery } from '../../../api/account-queries.ts';
import { toConflict } from '../../../editing/conflict.ts';
import { FormDialog, useRefusal } from '../../../editing/form-dialog.tsx';
import { HistoryLink } from '../../../editing/history-link.tsx';
import { Button } from '../../../ui/button.tsx';
import { Link } from '../../../ui/link.tsx';
import { Select, TextField } from '../../../ui/text-field.tsx';
import { useDates } from '../../../ui/use-dates.ts';
import { toLines } from '../organisations/model.ts';
import { organisationsQuery } from '../organisations/queries.ts';
import { givableRoles } from './model.ts';
import styles from './people.module.css';
import { useChangeUser, useEraseUser } from './queries.ts';

type Right = UserItem['rights'][number];
type ErasedUser = NonNullable<ReturnType<typeof useEraseUser>['data']>;

interface PersonProps {
  readonly user: UserItem;
  readonly onClose: () => void;
}

/** One user: role, organisation, single rights and state (OA-10, OA-15, OA-16, OA-21). */
export function PersonDialog({ user, onClose }: PersonProps) {
  const t = useTranslations('people');
  const form = usePersonForm(user, onClose);
  const erase = useEraseUser();
  const [isErasingAsked, setErasingAsked] = useState(false);
  const { from, change, conflict, role, mayChange } = form;
  const refusal = useRefusal(change.error ?? erase.error);
  if (erase.data !== undefined) return <Erased texts={erase.data.texts} onClose={onClose} />;
  return (
    <FormDialog
      title={from.name}
      size="default"
      submit={t('save')}
      busy={change.isPending}
      problem={conflict === undefined ? refusal : t('changedMeanwhile')}
      aside={
        conflict !== undefined ? (
          <Button variant="link" onClick={() => form.takeTheirs(conflict.current.user)}>
            {t('takeTheirs')}
          </Button>
        ) : mayChange ? (
          <StateButtons
            user={from}
            isErasing={erase.isPending}
            isErasingAsked={isErasingAsked}
            onState={(state) => form.send({ state })}
            onErase={() =>
              isErasingAsked ? erase.mutate({ userId: from.userId, version: from.version }) : setErasingAsked(true)
            }
          />
        ) : null
      }
      onSubmit={() => (mayChange ? form.send() : onClose())}
      onClose={onClose}
    >
      <PersonFacts user={from} />
      <p className={styles.links}>
        <HistoryLink subject={`user:${from.subject}`} />
        <WorkLink user={from} />
      </p>
      {mayChange ? null : <p className="quiet">{t('mayNotChange')}</p>}
      {from.byClaim ? <p className="quiet">{t('byClaim')}</p> : null}
      <TextField
        label={t('columns.name')}
        maxLength={200}
        value={form.name}
        readOnly={!mayChange}
        data-autofocus=""
        onChange={({ currentTarget }) => form.setName(currentTarget.value)}
      />
      <Select
        label={t('columns.organisation')}
        value={form.home}
        disabled={!mayChange || from.byClaim}
        options={form.lines.map(({ item, depth }) => ({
          value: item.organisationId,
          label: `${'\u00a0\u00a0'.repeat(depth)}${item.name}`,
        }))}
        onChange={({ currentTarget }) => form.setChosen(currentTarget.value)}
      />
      <Select
        label={t('columns.role')}
        value={role}
        disabled={!mayChange || from.byClaim}
        options={form.roles.map((value) => ({ value, label: t(`roles.${value}`) }))}
        onChange={({ currentTarget }) => form.setWanted(form.roles.find((one) => one === currentTarget.value))}
      />
      {mayChange ? <SingleRights role={role} rights={form.rights} onChange={form.setRights} /> : null}
    </FormDialog>
  );
}

/** What was typed and chosen of a user, what can be chosen, and the call that sends it. */
function usePersonForm(user: UserItem, onSaved: () => void) {
  const { data: me } = useQuery(meQuery);
  const organisations = useQuery(organisationsQuery).data ?? [];
  const change = useChangeUser();
  const [from, setFrom] = useState(user);
  const [name, setName] = useState(user.name);
  const [chosen, setChosen] = useState<string>();
  const [wanted, setWanted] = useState<Role>();
  const [rights, setRights] = useState<readonly Right[]>(user.rights);
  const operator = organisations.find(({ kind }) => kind === 'operator');
  const home = chosen ?? from.organisation?.organisationId ?? operator?.organisationId ?? '';
  const lines = toLines(organisations, new Set()).filter(
    ({ item }) => item.organisationId === home || givableRoles(me, item).length > 0,
  );
  const organisation = organisations.find(({ organisationId }) => organisationId === home);
  const possible = organisation === undefined ? [] : givableRoles(me, organisation);
  const isMoved = chosen !== undefined || wanted !== undefined;
  // What a user was given before there were organisations may not fit: it stays until somebody changes it.
  const roles = isMoved || possible.includes(from.role) ? possible : [from.role, ...possible];
  const meant = wanted ?? from.role;
  const role = roles.includes(meant) ? meant : (roles[0] ?? from.role);
  const send = (more: { readonly state?: UserItem['state'] } = {}) =>
    change.mutate(
      {
        userId: from.userId,
        version: from.version,
        ...(name.trim() === from.name || name.trim() === '' ? {} : { name: name.trim() }),
        ...(isMoved ? { role, organisationId: organisation?.kind === 'operator' ? null : home } : {}),
        ...(JSON.stringify(rights) === JSON.stringify(from.rights) ? {} : { rights: [...rights] }),
        ...more,
      },
      { onSuccess: onSaved },
    );
  const takeTheirs = (theirs: UserItem) => {
    setFrom(theirs);
    setName(theirs.name);
    setChosen(undefined);
    setWanted(undefined);
    setRights(theirs.rights);
    change.reset();
  };
  const conflict = toConflict(change.error, changeUser.answer);
  const fields = { name, setName, home, setChosen, role, setWanted, rights, setRights };
  return { ...fields, from, lines, roles, mayChange: mayGive(me, from.role), change, conflict, send, takeTheirs };
}

/** Texts of other users that still name an erased one. */
function Erased({ texts, onClose }: { readonly texts: ErasedUser['texts']; readonly onClose: () => void }) {
  const t = useTranslations('people');
  return (
    <FormDialog title={t('erased')} submit={t('done')} busy={false} onSubmit={onClose} onClose={onClose}>
      <p>{t('erasedTexts', { count: texts.length })}</p>
      <ul className={styles.customers}>
        {texts.map(({ at, text }) => (
          <li key={`${at} ${text}`}>{text}</li>
        ))}
      </ul>
    </FormDialog>
  );
}

interface StateButtonsProps {
  readonly user: UserItem;
  readonly isErasing: boolean;
  /** The next press erases. */
  readonly isErasingAsked: boolean;
  readonly onState: (state: UserItem['state']) => void;
  readonly onErase: () => void;
}

/** Disables or enables a user, or erases it at the second press. */
function StateButtons({ user, isErasing, isErasingAsked, onState, onErase }: StateButtonsProps) {
  const t = useTranslations('people');
  const isActive = user.state === 'active';
  return (
    <>
      <Button onClick={() => onState(isActive ? 'disabled' : 'active')}>{t(isActive ? 'disable' : 'enable')}</Button>
      <Button busy={isErasing} onClick={onErase}>
        {t(isErasingAsked ? 'eraseSurely' : 'erase')}
      </Button>
    </>
  );
}

function PersonFacts({ user }: { readonly user: UserItem }) {
  const t = useTranslations('people');
  const { dateTime } = useDates();
  const facts = [
    ['subject', user.subject],
    ['columns.mail', user.mail ?? '-'],
    ['columns.lastLogin', user.lastLoginAt === null ? t('never') : dateTime(new Date(user.lastLoginAt))],
    ['groups', user.seesAll ? t('everyDevice') : user.groups.join(', ') || '-'],
  ] as const;
  return (
    <dl className={styles.facts}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{t(label)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Leads to what the person has on the worklist, which stays there when the person is disabled or erased. */
function WorkLink({ user }: { readonly user: UserItem }) {
  const t = useTranslations('people');
  const { data: me } = useQuery(meQuery);
  if (!can(me, 'readWorklist') || !can(user.role, 'actOnOwnWork')) return null;
  const search = { assignee: user.userId, priority: priorities.join(), planned: '1' };
  return (
    <>
      <Link to="/worklist" search={search}>
        {t('work')}
      </Link>
      <span className="quiet">{t('workHint')}</span>
    </>
  );
}

interface SingleRightsProps {
  readonly role: Role;
  readonly rights: readonly Right[];
  readonly onChange: (rights: readonly Right[]) => void;
}

/** Rights besides those of the role, at choice until a day; offered are one's own (OA-21). */
function SingleRights({ role, rights, onChange }: SingleRightsProps) {
  const t = useTranslations('people');
  const { data: me } = useQuery(meQuery);
  const offered = singleRights.filter(
    (action) => can(me, action) && !can(role, action) && !rights.some((one) => one.action === action),
  );
  const set = (action: Action, endsOn: string | null) =>
    onChange(rights.map((one) => (one.action === action ? { action, endsOn } : one)));
  return (
    <fieldset className={styles.rights}>
      <legend>{t('singleRights')}</legend>
      {rights.map(({ action, endsOn }) => (
        <div key={action} className={styles.right}>
          <TextField
            type="date"
            label={t('until', { right: t(`actions.${action}`) })}
            value={endsOn ?? ''}
            onChange={({ currentTarget }) => set(action, currentTarget.value === '' ? null : currentTarget.value)}
          />
          <Button
            variant="link"
            aria-label={t('takeRight', { right: t(`actions.${action}`) })}
            onClick={() => onChange(rights.filter((one) => one.action !== action))}
          >
            {t('take')}
          </Button>
        </div>
      ))}
      {offered.length === 0 ? null : (
        <Select
          label={t('addRight')}
          value=""
          options={[
            { value: '', label: t('chooseRight') },
            ...offered.map((value) => ({ value, label: t(`actions.${value}`) })),
          ]}
          onChange={({ currentTarget }) => {
            const action = offered.find((one) => one === currentTarget.value);
            if (action !== undefined) onChange([...rights, { action, endsOn: null }]);
          }}
        />
      )}
    </fieldset>
  );
}
