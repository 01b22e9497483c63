import type { TokenScope } from '@platen/contract/token-scopes';
import type { ApiToken } from '@platen/contract/tokens';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { Choice, FormDialog, useRefusal } from '../editing/form-dialog.tsx';
import { TextField } from '../ui/text-field.tsx';
import { useAddToken } from './queries.ts';
import { scopeNames } from './scope-names.ts';
import { isAddressLike, toAddresses, toEndDays } from './token-model.ts';
import styles from './tokens.module.css';

interface MakeProps {
  /** Those that the user may give. */
  readonly scopes: readonly TokenScope[];
  /** The user may make tokens of the organisation. */
  readonly mayShare: boolean;
  readonly onMade: (apiToken: ApiToken, token: string | undefined) => void;
  readonly onClose: () => void;
}

/** A new token: its name, what it may do, until when and from where (OA-30). */
export function MakeDialog({ scopes, mayShare, onMade, onClose }: MakeProps) {
  const t = useTranslations('tokens.make');
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<readonly TokenScope[]>([]);
  const [owner, setOwner] = useState<'self' | 'organisation'>('self');
  const [days] = useState(() => toEndDays(Date.now()));
  const [endsOn, setEndsOn] = useState(days.usual);
  const [typed, setTyped] = useState('');
  const [isTried, setTried] = useState(false);
  const adding = useAddToken();
  const problem = useRefusal(adding.error);
  const addresses = toAddresses(typed);
  const wrongAddress = addresses.find((text) => !isAddressLike(text));
  const faults = {
    name: name.trim() === '',
    scopes: chosen.length === 0,
    ends: !(endsOn >= days.first && endsOn <= days.last),
    addresses: wrongAddress !== undefined,
  };
  const submit = () => {
    setTried(true);
    if (Object.values(faults).includes(true)) return;
    adding.mutate(
      { name: name.trim(), scopes: [...chosen], ofOrganisation: owner === 'organisation', endsOn, addresses },
      { onSuccess: ({ apiToken, token }) => onMade(apiToken, token) },
    );
  };
  return (
    <FormDialog
      title={t('title')}
      submit={t('submit')}
      size="default"
      busy={adding.isPending}
      problem={problem}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={t('name')}
        hint={t('nameHint')}
        maxLength={80}
        value={name}
        data-autofocus=""
        problem={isTried && faults.name ? t('nameNeeded') : undefined}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <Scopes
        scopes={scopes}
        chosen={chosen}
        problem={isTried && faults.scopes ? t('scopesNeeded') : undefined}
        onChange={setChosen}
      />
      {mayShare ? (
        <Choice
          legend={t('of')}
          value={owner}
          onChange={setOwner}
          options={[
            { value: 'self', label: t('self'), note: t('selfNote') },
            { value: 'organisation', label: t('shared'), note: t('sharedNote') },
          ]}
        />
      ) : null}
      <TextField
        type="date"
        label={t('ends')}
        hint={t('endsHint')}
        min={days.first}
        max={days.last}
        value={endsOn}
        problem={isTried && faults.ends ? t('endsNeeded') : undefined}
        onChange={({ currentTarget }) => setEndsOn(currentTarget.value)}
      />
      <TextField
        label={t('addresses')}
        hint={t('addressesHint')}
        maxLength={3000}
        value={typed}
        problem={isTried && wrongAddress !== undefined ? t('addressesNeeded', { text: wrongAddress }) : undefined}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
    </FormDialog>
  );
}

interface ScopesProps {
  readonly scopes: readonly TokenScope[];
  readonly chosen: readonly TokenScope[];
  readonly problem: string | undefined;
  readonly onChange: (chosen: readonly TokenScope[]) => void;
}

function Scopes({ scopes, chosen, problem, onChange }: ScopesProps): ReactNode {
  const t = useTranslations('tokens');
  return (
    <fieldset className={styles.ticks}>
      <legend>{t('make.scopes')}</legend>
      {scopes.map((scope) => (
        <label key={scope} className={styles.tick}>
          <input
            type="checkbox"
            checked={chosen.includes(scope)}
            onChange={() =>
              onChange(chosen.includes(scope) ? chosen.filter((one) => one !== scope) : [...chosen, scope])
            }
          />
          <span className="code">{scope}</span>
          <span className={styles.scopeNote}>{t(`scopes.${scopeNames[scope]}`)}</span>
        </label>
      ))}
      {problem === undefined ? null : (
        <span className={styles.trouble} role="alert">
          {problem}
        </span>
      )}
    </fieldset>
  );
}
