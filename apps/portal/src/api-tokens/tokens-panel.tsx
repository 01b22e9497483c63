import { can, type Holder } from '@platen/contract/rights';
import { type TokenScope, tokenScopes } from '@platen/contract/token-scopes';
import type { ApiToken } from '@platen/contract/tokens';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useRef, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl/react';
import { ConfirmDialog } from '../editing/form-dialog.tsx';
import { Button, Icon } from '../ui/button.tsx';
import { ListTable } from '../ui/list-table.tsx';
import { PanelBody, toPanelState } from '../ui/panel.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { StatusShape } from '../ui/status-mark.tsx';
import { Select } from '../ui/text-field.tsx';
import { useMinute } from '../ui/use-dates.ts';
import { useKeys } from '../ui/use-keys.ts';
import { CallsPanel } from './calls-panel.tsx';
import { MakeDialog } from './make-dialog.tsx';
import { tokensQuery, useRevokeToken } from './queries.ts';
import { ShownOnce } from './shown-once.tsx';
import {
  allowedScopes,
  filterTokens,
  isInForce,
  sortTokens,
  tokenOfCalls,
  toLastUse,
  toTokenState,
} from './token-model.ts';
import { TokenRow } from './token-row.tsx';
import styles from './tokens.module.css';

const ownColumns = ['name', 'begins', 'scopes', 'of', 'lastUse', 'from', 'addresses', 'ends', 'state', 'act'] as const;
/** With whose they are, where they are those of several. */
const allColumns = ['name', 'begins', 'scopes', 'organisation', ...ownColumns.slice(3)] as const;
const none: readonly ApiToken[] = [];

interface PanelProps {
  /** `own`: those of the user alone, as a part of a screen; `all`: all that the user may see, as a screen. */
  readonly whose: 'own' | 'all';
  readonly me: Holder | undefined;
}

interface Made {
  readonly apiToken: ApiToken;
  readonly token: string;
}

/** API tokens with their making, the one time a token is shown, and their end (OA-30, OA-31). */
export function TokensPanel({ whose, me }: PanelProps) {
  const t = useTranslations('tokens');
  const query = useQuery(tokensQuery);
  const now = useMinute().getTime();
  const [typed, setTyped] = useState('');
  const [scope, setScope] = useState<TokenScope | ''>('');
  const [isMaking, setMaking] = useState(false);
  const [made, setMade] = useState<Made>();
  const [revoked, setRevoked] = useState<ApiToken>();
  const [chosenId, setChosenId] = useState<string>();
  const searchBox = useRef<HTMLInputElement>(null);
  const wanted = useDeferredValue(typed);
  const isScreen = whose === 'all';
  const add = () => setMaking(true);
  useKeys(isScreen ? { c: add, '/': () => searchBox.current?.focus() } : {});
  const tokens = query.data?.filter(({ own }) => isScreen || own) ?? none;
  const shown = sortTokens(filterTokens(tokens, wanted, scope), now);
  const called = tokenOfCalls(shown, chosenId);
  const soon = tokens.filter((token) => toTokenState(token, now).kind === 'soon').length;
  return (
    <>
      <div className={styles.head}>
        {query.data === undefined ? null : <Figures tokens={tokens} now={now} isLarge={isScreen} />}
        <span className={styles.space} />
        {isScreen ? (
          <>
            <Select
              label={t('scope')}
              hideLabel
              value={scope}
              options={[{ value: '', label: t('anyScope') }, ...tokenScopes.map((value) => ({ value, label: value }))]}
              onChange={({ currentTarget }) => setScope(tokenScopes.find((one) => one === currentTarget.value) ?? '')}
            />
            <SearchField ref={searchBox} label={t('search')} hint={t('searchHint')} value={typed} onType={setTyped} />
          </>
        ) : null}
        <Button
          variant={isScreen ? 'primary' : 'default'}
          {...(isScreen ? { 'aria-keyshortcuts': 'c' } : {})}
          data-print="none"
          onClick={add}
        >
          <Icon name="plus" />
          {t('add')}
        </Button>
      </div>
      {made === undefined ? null : <ShownOnce {...made} onDone={() => setMade(undefined)} />}
      {soon === 0 ? null : (
        <p className={styles.soon}>
          <StatusShape status="warning" />
          <span>{t('soon', { count: soon })}</span>
        </p>
      )}
      <div className={isScreen ? styles.frame : undefined}>
        <PanelBody state={toPanelState(query, isScreen ? 6 : 2)}>
          {tokens.length === 0 ? (
            <div className={styles.empty}>
              <p className={styles.emptyTitle}>{t('empty')}</p>
              <p>{t('emptyHint')}</p>
            </div>
          ) : shown.length === 0 ? (
            <p className={styles.empty}>{t('noHit')}</p>
          ) : (
            <ListTable
              columns={isScreen ? allColumns : ownColumns}
              heading={(column) => t(`columns.${column}`)}
              className={styles.table}
              caption={t('caption')}
            >
              {shown.map((token) => (
                <TokenRow
                  key={token.tokenId}
                  token={token}
                  hasMakers={isScreen}
                  isNew={token.tokenId === made?.apiToken.tokenId}
                  isShown={token.tokenId === called?.tokenId}
                  onShow={() => setChosenId(token.tokenId)}
                  onRevoke={() => setRevoked(token)}
                />
              ))}
            </ListTable>
          )}
        </PanelBody>
        {called === undefined ? null : <CallsPanel token={called} />}
        <p className={styles.rules}>{t('rules')}</p>
      </div>
      {isMaking ? (
        <MakeDialog
          scopes={allowedScopes(me)}
          mayShare={isScreen && can(me, 'manageTokens')}
          onMade={(apiToken, token) => {
            setMaking(false);
            setMade(token === undefined ? undefined : { apiToken, token });
          }}
          onClose={() => setMaking(false)}
        />
      ) : null}
      {revoked === undefined ? null : <RevokeDialog token={revoked} now={now} onClose={() => setRevoked(undefined)} />}
    </>
  );
}

interface FiguresProps {
  readonly tokens: readonly ApiToken[];
  readonly now: number;
  readonly isLarge: boolean;
}

function Figures({ tokens, now, isLarge }: FiguresProps) {
  const t = useTranslations('tokens');
  const format = useFormatter();
  const inForce = tokens.filter((token) => isInForce(token, now)).length;
  const over = tokens.length - inForce;
  return (
    <p className={styles.figures} data-large={isLarge ? '' : undefined}>
      <b>{format.number(inForce)}</b> {t('figures', { count: inForce })}
      {over === 0 ? null : <span>, {t('ended', { count: over })}</span>}
    </p>
  );
}

interface RevokeProps {
  readonly token: ApiToken;
  readonly now: number;
  readonly onClose: () => void;
}

function RevokeDialog({ token, now, onClose }: RevokeProps) {
  const t = useTranslations('tokens.confirm');
  const revoking = useRevokeToken();
  return (
    <ConfirmDialog
      title={t('title')}
      submit={t('submit')}
      change={revoking}
      onSubmit={() => revoking.mutate(token.tokenId, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>{t('text', { name: token.name, begins: token.begins })}</p>
      {toLastUse(token, now) === 'thisHour' ? <p>{t('used')}</p> : null}
    </ConfirmDialog>
  );
}
