import { type InvitationItem, type UserItem, userPageSize } from '@platen/contract/people';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { useRefusal } from '../../../editing/form-dialog.tsx';
import { Button, Icon } from '../../../ui/button.tsx';
import { ListFrame } from '../../../ui/list-frame.tsx';
import { ListTable } from '../../../ui/list-table.tsx';
import { PanelBody, toPanelState } from '../../../ui/panel.tsx';
import { useDates, useMinute } from '../../../ui/use-dates.ts';
import { useKeys } from '../../../ui/use-keys.ts';
import { ListHead } from '../list-head.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { toUserFile } from './model.ts';
import styles from './people.module.css';
import { PersonDialog } from './person-dialog.tsx';
import { invitationsQuery, readAllUsers, usersQuery, useWithdraw } from './queries.ts';

const columns = ['name', 'role', 'organisation', 'mail', 'lastLogin', 'state'] as const;

/** Users and open invitations of the own organisation and of those below it (OA-10 to OA-16). */
export default function PeopleSection() {
  const t = useTranslations('people');
  const [typed, setTyped] = useState('');
  const [offset, setOffset] = useState(0);
  const [dialog, setDialog] = useState<'invite' | UserItem>();
  const search = useDeferredValue(typed.trim());
  const query = useQuery(usersQuery(search, offset));
  useKeys({ c: () => setDialog('invite') });
  const users = query.data?.users ?? [];
  const total = query.data?.total ?? 0;
  const close = () => setDialog(undefined);
  return (
    <>
      <ListHead
        total={query.data && total}
        figures={t('figures', { count: total })}
        search={{
          label: t('search'),
          hint: t('searchHint'),
          value: typed,
          onType: (text) => {
            setTyped(text);
            setOffset(0);
          },
        }}
        file={{
          label: t('export'),
          isEmpty: users.length === 0,
          make: async () => {
            const [first = '', ...rest] = columns.map((column) => t(`columns.${column}`));
            return toUserFile(await readAllUsers(search), [first, t('subject'), ...rest]);
          },
          name: t('exportFile'),
        }}
      >
        <Button variant="primary" aria-keyshortcuts="c" data-print="none" onClick={() => setDialog('invite')}>
          <Icon name="plus" />
          {t('invite')}
        </Button>
      </ListHead>
      <ListFrame
        state={toPanelState(query, 8)}
        empty={users.length === 0 ? t('none') : undefined}
        pages={{ offset, size: userPageSize, total, onMove: setOffset }}
      >
        <ListTable
          caption={t('caption')}
          columns={columns}
          heading={(column) => t(`columns.${column}`)}
          className={styles.table}
        >
          {users.map((user) => (
            <UserRow key={user.userId} user={user} onOpen={() => setDialog(user)} />
          ))}
        </ListTable>
      </ListFrame>
      <Invitations />
      {dialog === 'invite' ? <InviteDialog onClose={close} /> : null}
      {typeof dialog === 'object' ? <PersonDialog key={dialog.userId} user={dialog} onClose={close} /> : null}
    </>
  );
}

function UserRow({ user, onOpen }: { readonly user: UserItem; readonly onOpen: () => void }) {
  const t = useTranslations('people');
  const { date, moment } = useDates();
  const now = useMinute();
  return (
    <tr data-off={user.state === 'disabled' ? '' : undefined}>
      <th scope="row">
        <Button variant="link" onClick={onOpen}>
          {user.name}
        </Button>
      </th>
      <td>
        {t(`roles.${user.role}`)}
        {user.rights.length === 0 ? null : (
          <span className="quiet"> {t('moreRights', { count: user.rights.length })}</span>
        )}
      </td>
      <td>{user.organisation?.name ?? t('operator')}</td>
      <td>
        {user.mail ?? '-'}
        {user.mail === null || user.mailVerified ? null : <span className="quiet"> {t('notVerified')}</span>}
      </td>
      <td>{user.lastLoginAt === null ? t('never') : moment(new Date(user.lastLoginAt), now)}</td>
      <td>
        {user.disabledAt === null ? t('states.active') : t('disabledOn', { day: date(new Date(user.disabledAt)) })}
      </td>
    </tr>
  );
}

/** Invitations that are open or have ended without an account, with what can be done about them. */
function Invitations() {
  const t = useTranslations('people');
  const query = useQuery(invitationsQuery);
  const withdraw = useWithdraw();
  const refusal = useRefusal(withdraw.error);
  const { date } = useDates();
  const shown = (query.data ?? []).filter(({ state }) => state === 'open' || state === 'expired');
  return (
    <div className={styles.frame}>
      <h2 className={styles.title}>{t('invitations')}</h2>
      <PanelBody state={toPanelState(query, 3)}>
        {shown.length === 0 ? (
          <p className={styles.empty}>{t('noInvitations')}</p>
        ) : (
          <ListTable caption={t('invitations')} columns={[]} heading={String} className={styles.table}>
            {shown.map((one: InvitationItem) => (
              <tr key={one.invitationId}>
                <th scope="row">{one.name}</th>
                <td>{one.mail}</td>
                <td>{t(`roles.${one.role}`)}</td>
                <td>{one.organisation.name}</td>
                <td data-bad={one.state === 'expired' ? '' : undefined}>
                  {one.state === 'expired' ? t('expired') : t('openUntil', { day: date(new Date(one.endsAt)) })}
                </td>
                <td>
                  <Button
                    variant="link"
                    aria-label={t('withdrawOf', { name: one.name })}
                    busy={withdraw.isPending && withdraw.variables === one.invitationId}
                    onClick={() => withdraw.mutate(one.invitationId)}
                  >
                    {t('withdraw')}
                  </Button>
                </td>
              </tr>
            ))}
          </ListTable>
        )}
      </PanelBody>
      <p className={styles.problem} role="alert">
        {refusal}
      </p>
    </div>
  );
}
