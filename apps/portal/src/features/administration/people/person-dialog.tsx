import { changeUser, type UserItem } from '@platen/contract/people';
import { type Action, can, mayGive, type Role, singleRights } from '@platen/contract/rights';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { meQuery } from '../../../api/account-queries.ts';
import { toConflict } from '../../../editing/conflict.ts';
import { FormDialog, useRefusal } from '../../../editing/form-dialog.tsx';
import { HistoryLink } from '../../../editing/history-link.tsx';
import { Button } from '../../../ui/button.tsx';
import { Select, TextField } from '../../../ui/text-field.tsx';
import { useDates } from '../../../ui/use-dates.ts';
import { toLines } from '../organisations/model.ts';
import { organisationsQuery } from '../organisations/queries.ts';
import { givableRoles } from './model.ts';
import styles from './people.module.css';
import { useChangeUser, useEraseUser } from './queries.ts';

type Right = UserItem['rights'][number];

/** One user: role, organisation, single rights and state (OA-10, OA-15, OA-16, OA-21). */
export function PersonDialog({ user, onClose }: { readonly user: UserItem; readonly onClose: () => void }) {
  const t = useTranslations('people');
  const { data: me } = useQuery(meQuery);
  const organisations = useQuery(organisationsQuery).data ?? [];
  const change = useChangeUser();
  const erase = useEraseUser();
  const { dateTime } = useDates();
  const [from, setFrom] = useState(user);
  const [name, setName] = useState(user.name);
  const [chosen, setChosen] = useState<string>();
  const [wanted, setWanted] = useState<Role>();
  const [rights, setRights] = useState<readonly Right[]>(user.rights);
  const [isErasing, setErasing] = useState(false);
  const conflict = toConflict(change.error, changeUser.answer);
  const refusal = useRefusal(change.error ?? erase.error);
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
  const mayChange = mayGive(me, from.role);
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
      { onSuccess: onClose },
    );
  if (erase.data !== undefined)
    return (
      <FormDialog title={t('erased')} submit={t('done')} busy={false} onSubmit={onClose} onClose={onClose}>
        <p>{t('erasedTexts', { count: erase.data.texts.length })}</p>
        <ul className={styles.customers}>
          {erase.data.texts.map(({ at, text }) => (
            <li key={`${at} ${text}`}>{text}</li>
          ))}
        </ul>
      </FormDialog>
    );
  return (
    <FormDialog
      title={from.name}
      size="default"
      submit={t('save')}
      busy={change.isPending}
      problem={conflict === undefined ? refusal : t('changedMeanwhile')}
      aside={
        conflict !== undefined ? (
          <Button
            variant="link"
            onClick={() => {
              const { user: theirs } = conflict.current;
              setFrom(theirs);
              setName(theirs.name);
              setChosen(undefined);
              setWanted(undefined);
              setRights(theirs.rights);
              change.reset();
            }}
          >
            {t('takeTheirs')}
          </Button>
        ) : mayChange ? (
          <>
            <Button onClick={() => send({ state: from.state === 'active' ? 'disabled' : 'active' })}>
              {t(from.state === 'active' ? 'disable' : 'enable')}
            </Button>
            <Button
              busy={erase.isPending}
              onClick={() =>
                isErasing ? erase.mutate({ userId: from.userId, version: from.version }) : setErasing(true)
              }
            >
              {t(isErasing ? 'eraseSurely' : 'erase')}
            </Button>
          </>
        ) : null
      }
      onSubmit={() => (mayChange ? send() : onClose())}
      onClose={onClose}
    >
      <dl className={styles.facts}>
        {(
          [
            ['subject', from.subject],
            ['columns.mail', from.mail ?? '-'],
            ['columns.lastLogin', from.lastLoginAt === null ? t('never') : dateTime(new Date(from.lastLoginAt))],
            ['groups', from.seesAll ? t('everyDevice') : from.groups.join(', ') || '-'],
          ] as const
        ).map(([label, value]) => (
          <div key={label}>
            <dt>{t(label)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <HistoryLink subject={`user:${from.subject}`} />
      {mayChange ? null : <p className="quiet">{t('mayNotChange')}</p>}
      {from.byClaim ? <p className="quiet">{t('byClaim')}</p> : null}
      <TextField
        label={t('columns.name')}
        maxLength={200}
        value={name}
        readOnly={!mayChange}
        data-autofocus=""
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <Select
        label={t('columns.organisation')}
        value={home}
        disabled={!mayChange || from.byClaim}
        options={lines.map(({ item, depth }) => ({
          value: item.organisationId,
          label: `${'\u00a0\u00a0'.repeat(depth)}${item.name}`,
        }))}
        onChange={({ currentTarget }) => setChosen(currentTarget.value)}
      />
      <Select
        label={t('columns.role')}
        value={role}
        disabled={!mayChange || from.byClaim}
        options={roles.map((value) => ({ value, label: t(`roles.${value}`) }))}
        onChange={({ currentTarget }) => setWanted(roles.find((one) => one === currentTarget.value))}
      />
      {mayChange ? <SingleRights role={role} rights={rights} onChange={setRights} /> : null}
    </FormDialog>
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
