import type { ApiToken } from '@platen/contract/tokens';
import { useFormatter, useTranslations } from 'use-intl/react';
import { Button } from '../ui/button.tsx';
import { StatusShape } from '../ui/status-mark.tsx';
import { useDates, useMinute } from '../ui/use-dates.ts';
import { isInForce, toLastDay, toLastUse, toTokenState } from './token-model.ts';
import styles from './tokens.module.css';

const hourMs = 3_600_000;
const utc = { timeZone: 'UTC' } as const;

interface RowProps {
  readonly token: ApiToken;
  /** The maker stands in it: there are those of others. */
  readonly hasMakers: boolean;
  /** It was made just now. */
  readonly isNew: boolean;
  /** Its calls are shown below the list. */
  readonly isShown: boolean;
  readonly onShow: () => void;
  readonly onRevoke: () => void;
}

/** One token: what it may do, until when, and who used it last. */
export function TokenRow({ token, hasMakers, isNew, isShown, onShow, onRevoke }: RowProps) {
  const t = useTranslations('tokens');
  const format = useFormatter();
  const dates = useDates();
  const now = useMinute();
  const { name, begins, scopes, ofOrganisation, organisation, maker, own, addresses, lastUse, madeAt } = token;
  const isOn = isInForce(token, now.getTime());
  const date = dates.date(new Date(madeAt));
  const makerName = own ? t('you') : maker.name;
  return (
    <tr data-new={isNew ? '' : undefined} data-over={isOn ? undefined : ''}>
      <th scope="row">
        <button
          type="button"
          className={styles.name}
          aria-pressed={isShown}
          aria-label={t('callsOf', { name })}
          onClick={onShow}
        >
          {name}
        </button>
        <span className={styles.below}>{hasMakers ? t('madeBy', { name: makerName, date }) : t('made', { date })}</span>
      </th>
      <td data-column="begins">
        <span className="code">{begins}</span>
      </td>
      <td data-column="scopes">
        {scopes.map((scope) => (
          <span key={scope} className={`code ${styles.line}`}>
            {scope}
          </span>
        ))}
      </td>
      {hasMakers ? (
        <td data-column="organisation" data-label={t('columns.organisation')}>
          {organisation?.name ?? '-'}
        </td>
      ) : null}
      <td data-column="of" data-label={t('columns.of')}>
        {ofOrganisation ? t('organisation') : makerName}
      </td>
      <td data-column="lastUse" data-label={t('columns.lastUse')}>
        <LastUse token={token} now={now} />
      </td>
      <td data-column="from" data-label={t('columns.from')}>
        {lastUse === null ? '-' : <span className="code">{lastUse.address}</span>}
      </td>
      <td data-column="addresses" data-label={t('columns.addresses')}>
        {addresses.length === 0 ? (
          <span className="quiet">{t('anywhere')}</span>
        ) : (
          addresses.map((address) => (
            <span key={address} className={`code ${styles.line}`}>
              {address}
            </span>
          ))
        )}
      </td>
      <td data-column="ends" data-label={t('columns.ends')}>
        {format.dateTime(toLastDay(token), 'date', utc)}
      </td>
      <td data-column="state">
        <State token={token} now={now} />
      </td>
      <td data-column="act">
        {isOn ? (
          <Button variant="link" aria-label={t('revokeOf', { name })} onClick={onRevoke}>
            {t('revoke')}
          </Button>
        ) : null}
      </td>
    </tr>
  );
}

function LastUse({ token, now }: { readonly token: ApiToken; readonly now: Date }) {
  const t = useTranslations('tokens');
  const dates = useDates();
  const kind = toLastUse(token, now.getTime());
  if (token.lastUse === null || kind === 'never') return <span className="quiet">{t('never')}</span>;
  if (kind === 'thisHour') return t('thisHour');
  const from = new Date(token.lastUse.hour);
  if (kind === 'day') return dates.date(from);
  return t('hour', { from: dates.time(from), to: dates.time(new Date(from.getTime() + hourMs)) });
}

function State({ token, now }: { readonly token: ApiToken; readonly now: Date }) {
  const t = useTranslations('tokens.state');
  const dates = useDates();
  const state = toTokenState(token, now.getTime());
  if (state.kind === 'revoked') return t('revoked', { date: dates.date(new Date(state.at)) });
  if (state.kind !== 'newAddress' && state.kind !== 'soon') return t(state.kind);
  return (
    <span className={styles.look}>
      <StatusShape status="warning" />
      <span>
        {state.kind === 'soon'
          ? t(state.isNoted ? 'soonNoted' : 'soon', { count: state.days })
          : t('newAddress', { time: dates.moment(new Date(state.at), now) })}
      </span>
    </span>
  );
}
