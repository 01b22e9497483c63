import { messageLanguages } from '@platen/contract/channel-names';
import type { Role } from '@platen/contract/rights';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl/react';
import { meQuery } from '../../../api/account-queries.ts';
import { Choice, FormDialog, useRefusal } from '../../../editing/form-dialog.tsx';
import { logError } from '../../../platform/log.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { PanelBody, toPanelState } from '../../../ui/panel.tsx';
import { Select, TextField } from '../../../ui/text-field.tsx';
import { toLines } from '../organisations/model.ts';
import { organisationsQuery } from '../organisations/queries.ts';
import { givableRoles } from './model.ts';
import styles from './people.module.css';
import { previewQuery, useInvite } from './queries.ts';

/** Invites a person, and shows what the invitation would give while it is written (OA-11, OA-61). */
export function InviteDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useTranslations('people');
  const { data: me } = useQuery(meQuery);
  const organisations = useQuery(organisationsQuery).data ?? [];
  const invite = useInvite();
  const refusal = useRefusal(invite.error);
  const [name, setName] = useState('');
  const [mail, setMail] = useState('');
  const [chosen, setChosen] = useState('');
  const [wanted, setWanted] = useState<Role>();
  const [language, setLanguage] = useState('');
  const [isTried, setTried] = useState(false);
  const possible = toLines(organisations, new Set()).filter(({ item }) => givableRoles(me, item).length > 0);
  const organisation = possible.find(({ item }) => item.organisationId === chosen)?.item ?? possible[0]?.item;
  const roles = organisation === undefined ? [] : givableRoles(me, organisation);
  const role = wanted !== undefined && roles.includes(wanted) ? wanted : roles[0];
  const isMail = /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(mail.trim());
  const submit = () => {
    setTried(true);
    if (name.trim() === '' || !isMail || organisation === undefined || role === undefined) return;
    invite.mutate({
      name: name.trim(),
      mail: mail.trim(),
      role,
      organisationId: organisation.organisationId,
      language: messageLanguages.find((one) => one === language) ?? null,
    });
  };
  if (invite.data !== undefined)
    return (
      <LinkDialog
        link={invite.data.link}
        mailed={invite.data.mailed ? mail.trim() : undefined}
        name={name.trim()}
        onClose={onClose}
      />
    );
  return (
    <FormDialog
      title={t('inviteTitle')}
      size="default"
      submit={t('invite')}
      busy={invite.isPending}
      problem={refusal}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={t('columns.name')}
        maxLength={200}
        required
        value={name}
        data-autofocus=""
        problem={isTried && name.trim() === '' ? t('nameNeeded') : undefined}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <TextField
        label={t('columns.mail')}
        type="email"
        maxLength={254}
        required
        value={mail}
        hint={t('mailHint')}
        problem={isTried && !isMail ? t('mailNeeded') : undefined}
        onChange={({ currentTarget }) => setMail(currentTarget.value)}
      />
      <Select
        label={t('columns.organisation')}
        value={organisation?.organisationId ?? ''}
        options={possible.map(({ item, depth }) => ({
          value: item.organisationId,
          label: `${'\u00a0\u00a0'.repeat(depth)}${item.name}`,
        }))}
        onChange={({ currentTarget }) => setChosen(currentTarget.value)}
      />
      <Select
        label={t('language')}
        value={language}
        options={[
          { value: '', label: t('languageOfOrganisation') },
          ...messageLanguages.map((value) => ({ value, label: t(`languages.${value}`) })),
        ]}
        onChange={({ currentTarget }) => setLanguage(currentTarget.value)}
      />
      <Choice
        legend={t('columns.role')}
        value={role}
        onChange={setWanted}
        options={roles.map((value) => ({ value, label: t(`roles.${value}`), note: t(`roleHints.${value}`) }))}
      />
      {organisation === undefined || role === undefined ? (
        <p className="quiet">{t('noneToInvite')}</p>
      ) : (
        <Effect role={role} organisationId={organisation.organisationId} />
      )}
    </FormDialog>
  );
}

/** What the invited person would see and be able to do, as if signed in now. */
function Effect({ role, organisationId }: { readonly role: Role; readonly organisationId: string }) {
  const t = useTranslations('people');
  const format = useFormatter();
  const query = useQuery(previewQuery(role, organisationId));
  const effect = query.data;
  return (
    <section className={styles.effect} aria-label={t('effect')} aria-live="polite">
      <h3>{t('effect')}</h3>
      <PanelBody state={toPanelState(query, 3)}>
        {effect === undefined ? null : (
          <>
            <p>{t('willSee', { count: effect.devices, customers: effect.customerCount })}</p>
            <ul className={styles.customers}>
              {effect.customers.map(({ name, devices }) => (
                <li key={name}>
                  {name} <span className="quiet">{format.number(devices)}</span>
                </li>
              ))}
            </ul>
            <p className="quiet">{t('hidden', { count: effect.hidden })}</p>
            <p>{t('rights', { count: effect.rights.length })}</p>
            <ul className={styles.customers}>
              {effect.rights.map((action) => (
                <li key={action}>{t(`actions.${action}`)}</li>
              ))}
            </ul>
            <p>{t(effect.sendsMail ? 'mailsLink' : 'mailsNothing')}</p>
          </>
        )}
      </PanelBody>
    </section>
  );
}

/** The link, which is shown this once. */
function LinkDialog({
  link,
  mailed,
  name,
  onClose,
}: {
  readonly link: string;
  /** The address to which the link went by mail. */
  readonly mailed: string | undefined;
  readonly name: string;
  readonly onClose: () => void;
}) {
  const t = useTranslations('people');
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(link);
    setCopied(true);
  };
  return (
    <Dialog
      title={t('linkTitle', { name })}
      onClose={onClose}
      footer={
        <>
          <output>{isCopied ? t('copied') : ''}</output>
          <Button
            onClick={() => {
              copy().catch((thrown: unknown) => logError('the link could not be copied', thrown));
            }}
          >
            {t('copy')}
          </Button>
          <Button variant="primary" onClick={onClose}>
            {t('done')}
          </Button>
        </>
      }
    >
      <p>{mailed === undefined ? t('linkHint') : t('linkMailed', { mail: mailed })}</p>
      <TextField
        label={t('link')}
        readOnly
        value={link}
        data-autofocus=""
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
    </Dialog>
  );
}
