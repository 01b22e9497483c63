import type { SealedSecret, ShownCredential } from '@platen/contract/remote-settings';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl/react';
import { Button } from '../../../../ui/button.tsx';
import { Select, TextField } from '../../../../ui/text-field.tsx';
import { useDates } from '../../../../ui/use-dates.ts';
import styles from './remote.module.css';
import { canSeal, toFingerprint } from './seal.ts';
import { type CredentialDraft, isNameGood, isSecretGood, nextId } from './settings-draft.ts';

interface CredentialsProps {
  readonly credentials: readonly CredentialDraft[];
  readonly stored: readonly ShownCredential[];
  readonly encryptionKey: string | null;
  readonly isTried: boolean;
  readonly onChange: (credentials: readonly CredentialDraft[]) => void;
}

/** Communities and users. A secret is typed here and leaves this browser sealed only (CF-14). */
export function CredentialFields({ credentials, stored, encryptionKey, isTried, onChange }: CredentialsProps) {
  const t = useTranslations('collectorRemote.dialog');
  const ability = useQuery({
    queryKey: ['canSeal', encryptionKey],
    queryFn: async () => (encryptionKey !== null && (await canSeal()) ? await toFingerprint(encryptionKey) : ''),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const fingerprint = ability.data ?? '';
  const add = (kind: CredentialDraft['kind']) =>
    onChange([...credentials, { id: nextId(), name: '', kind, secret: {}, ...(kind === 'user' && { user: '' }) }]);
  return (
    <fieldset className={styles.group}>
      <legend>{t('credentials')}</legend>
      {credentials.map((one) => (
        <OneCredential
          key={one.id}
          credential={one}
          all={credentials}
          stored={stored.find(({ name }) => name === one.name)}
          isTried={isTried}
          onChange={(part) =>
            onChange(credentials.map((other) => (other.id === one.id ? { ...other, ...part } : other)))
          }
          onRemove={() => onChange(credentials.filter(({ id }) => id !== one.id))}
        />
      ))}
      {fingerprint === '' ? (
        ability.isPending ? null : (
          <p>{t('noSeal', { why: encryptionKey === null ? 'key' : 'browser' })}</p>
        )
      ) : (
        <>
          <div className={styles.asks}>
            <Button onClick={() => add('community')}>{t('addCommunity')}</Button>
            <Button onClick={() => add('user')}>{t('addUser')}</Button>
          </div>
          <p className="quiet">{t('sealHint', { fingerprint })}</p>
        </>
      )}
    </fieldset>
  );
}

const authProtocols = ['SHA-256', 'SHA-384', 'SHA-512', 'SHA-224', 'SHA-1', 'MD5'];
const privProtocols = ['AES-128', 'AES-192', 'AES-256', 'AES-192-C', 'AES-256-C', 'DES'];

interface OneProps {
  readonly credential: CredentialDraft;
  readonly all: readonly CredentialDraft[];
  readonly stored: ShownCredential | undefined;
  readonly isTried: boolean;
  readonly onChange: (part: Partial<CredentialDraft>) => void;
  readonly onRemove: () => void;
}

function OneCredential({ credential, all, stored, isTried, onChange, onRemove }: OneProps) {
  const t = useTranslations('collectorRemote.dialog');
  const { dateTime } = useDates();
  const { name, kind, user, authProtocol, privProtocol, secret } = credential;
  const remove = (
    <Button variant="quiet" onClick={onRemove}>
      {t('remove')}
    </Button>
  );
  if (secret === undefined)
    return (
      <div className={styles.line}>
        <span>
          <b>{name}</b> {kind === 'community' ? t('community') : `${t('user')}: ${user ?? ''}`}{' '}
          {stored === undefined ? null : (
            <span className="quiet">{t('setOn', { time: dateTime(new Date(stored.setAt)), name: stored.setBy })}</span>
          )}
        </span>
        {remove}
      </div>
    );
  const isMissing = (text: string | undefined) =>
    isTried && !isSecretGood(credential) && (text ?? '').length < (kind === 'user' ? 8 : 1);
  const password = (label: 'community' | 'authPassword' | 'privPassword') => (
    <TextField
      label={t(label)}
      type="password"
      autoComplete="new-password"
      maxLength={256}
      value={secret[label] ?? ''}
      problem={isMissing(secret[label]) ? t('secretNeeded') : undefined}
      onChange={({ currentTarget: { value } }) => onChange({ secret: toSecret(secret, label, value) })}
    />
  );
  return (
    <div className={styles.fields}>
      <TextField
        label={t('credentialName')}
        maxLength={80}
        value={name}
        problem={isTried && !isNameGood(name, all) ? t('nameNeeded') : undefined}
        onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
      />
      {kind === 'community' ? (
        password('community')
      ) : (
        <>
          <TextField
            label={t('user')}
            maxLength={32}
            value={user ?? ''}
            problem={isTried && (user ?? '') === '' ? t('secretNeeded') : undefined}
            onChange={({ currentTarget }) => onChange({ user: currentTarget.value })}
          />
          <Protocol
            label={t('authProtocol')}
            none={t('noProtocol')}
            value={authProtocol}
            of={authProtocols}
            onChange={(value) =>
              onChange({ authProtocol: value, ...(value === undefined && { privProtocol: undefined, secret: {} }) })
            }
          />
          {authProtocol === undefined ? null : password('authPassword')}
          {authProtocol === undefined ? null : (
            <Protocol
              label={t('privProtocol')}
              none={t('noProtocol')}
              value={privProtocol}
              of={privProtocols}
              onChange={(value) => onChange({ privProtocol: value })}
            />
          )}
          {privProtocol === undefined ? null : password('privPassword')}
        </>
      )}
      <div className={`${styles.line} ${styles.wide}`}>
        <span className="quiet">{t('newSecret')}</span>
        {remove}
      </div>
    </div>
  );
}

function toSecret(secret: SealedSecret, label: keyof SealedSecret, value: string): SealedSecret {
  const { [label]: _, ...rest } = secret;
  return value === '' ? rest : { ...rest, [label]: value };
}

interface ProtocolProps {
  readonly label: string;
  readonly none: string;
  readonly value: string | undefined;
  readonly of: readonly string[];
  readonly onChange: (value: string | undefined) => void;
}

const Protocol = ({ label, none, value, of, onChange }: ProtocolProps) => (
  <Select
    label={label}
    value={value ?? ''}
    options={[{ value: '', label: none }, ...of.map((name) => ({ value: name, label: name }))]}
    onChange={({ currentTarget }) => onChange(currentTarget.value === '' ? undefined : currentTarget.value)}
  />
);
