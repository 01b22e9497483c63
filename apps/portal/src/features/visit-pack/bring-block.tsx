import type { BroughtPart } from '@platen/contract/visit-pack';
import { packGroups } from '@platen/contract/visit-pack-names';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { useHeadline } from '../../device/use-headline.ts';
import { useItemWords } from '../../device/use-item-words.ts';
import { logError } from '../../platform/log.ts';
import { Swatch } from '../../ui/gauge.tsx';
import { printLetters } from '../../ui/print-colors.ts';
import { useDates, useMinute } from '../../ui/use-dates.ts';
import { Block, type BlockProps, BlockTableHead, Fresh } from './block.tsx';
import bringStyles from './bring.module.css';
import styles from './pack.module.css';
import { markPart } from './queries.ts';
import { useWhy } from './use-words.ts';

const states = ['toPack', 'packed', 'notInStock'] as const;
type State = (typeof states)[number];
const signs: Readonly<Record<State, string>> = { toPack: '', packed: '✓', notInStock: '✕' };

/** What to bring, by group, with the fetch box of each part (VP-08). */
export function BringBlock({ pack, device, isNew, prefix }: BlockProps) {
  const t = useTranslations('visitPack.bring');
  const dates = useDates();
  const now = useMinute();
  const [hasFailed, setFailed] = useState(false);
  const client = useQueryClient();
  const own = pack.fetched.filter(({ deviceId }) => deviceId === device.deviceId);
  const stateOf = (item: string): State => own.find((one) => one.item === item)?.state ?? 'toPack';
  const asked = device.bring.filter(({ group }) => group === 'asked').length;
  const missing = own.filter(({ state }) => state === 'notInStock');
  const last = missing.toSorted((one, other) => other.at.localeCompare(one.at))[0];
  const mark = (item: string) => {
    const next = states[(states.indexOf(stateOf(item)) + 1) % states.length] ?? 'toPack';
    setFailed(false);
    markPart(client, pack.visitId, { deviceId: device.deviceId, item, state: next }).catch((thrown: unknown) => {
      logError('a part could not be marked', thrown);
      setFailed(true);
    });
  };
  const warning =
    last === undefined
      ? undefined
      : last.by === null
        ? t('missing', { count: missing.length })
        : t('missingBy', { count: missing.length, name: last.by.name, at: dates.moment(new Date(last.at), now) });
  return (
    <Block
      id={`${prefix}bring`}
      title={t('title')}
      note={device.bring.length === 0 ? undefined : t('note', { asked, other: device.bring.length - asked })}
      aside={warning === undefined ? undefined : <span className={styles.warn}>{warning}</span>}
      className={styles.wide}
    >
      {hasFailed ? <p role="alert">{t('failed')}</p> : null}
      {device.bring.length === 0 ? (
        <p className="quiet">{t('nothing')}</p>
      ) : (
        <table className={bringStyles.bring}>
          <BlockTableHead columns={[t('fetch'), { figure: t('pieces') }, t('part'), t('own'), t('code'), t('why')]} />
          {packGroups.map((group) => {
            const parts = device.bring.filter((one) => one.group === group);
            if (parts.length === 0) return null;
            return (
              <tbody key={group}>
                {group === 'asked' ? null : (
                  <tr className={bringStyles.groupRow}>
                    <th scope="rowgroup" colSpan={6}>
                      {t(`groups.${group}`)} <span className="quiet">{t(`groupNotes.${group}`)}</span>
                    </th>
                  </tr>
                )}
                {parts.map((part) => (
                  <PartRow
                    key={part.item}
                    part={part}
                    state={stateOf(part.item)}
                    device={device}
                    isFresh={isNew('bring', part.item)}
                    onMark={pack.isFrozen ? undefined : () => mark(part.item)}
                    today={pack.madeAt.slice(0, 10)}
                  />
                ))}
              </tbody>
            );
          })}
        </table>
      )}
    </Block>
  );
}

interface PartRowProps extends Pick<BlockProps, 'device'> {
  readonly part: BroughtPart;
  readonly state: State;
  readonly isFresh: boolean;
  readonly onMark: (() => void) | undefined;
  readonly today: string;
}

function PartRow({ part, state, device, isFresh, onMark, today }: PartRowProps) {
  const t = useTranslations('visitPack.bring');
  const words = useItemWords();
  const why = useWhy(today);
  const headline = useHeadline();
  const name = part.name ?? words(part.item);
  const color = part.item.startsWith('toner.') ? part.item.slice('toner.'.length) : undefined;
  const letter = Object.entries(printLetters).find(([one]) => one === color)?.[1];
  const condition = device.conditions.find(({ conditionId }) => conditionId === part.conditionId);
  const reason = why(part);
  return (
    <tr data-state={state}>
      <td className={bringStyles.box}>
        <button
          type="button"
          data-state={state}
          aria-label={t('mark', { part: name, state: t(`states.${state}`) })}
          disabled={onMark === undefined}
          onClick={onMark}
        >
          {signs[state]}
        </button>
        <span>{t(`states.${state}`)}</span>
      </td>
      <td data-figure="">{part.pieces}</td>
      <th scope="row">
        {letter === undefined ? null : <Swatch tone={letter} />} {name} <Fresh when={isFresh} />
      </th>
      <td>
        {part.ownNumber === null ? (
          <span className={styles.unknown}>
            {t('unknownNumber')} {device.model}
          </span>
        ) : (
          <span className="code">{part.ownNumber}</span>
        )}
      </td>
      <td className={bringStyles.ownCode}>
        <span className="code quiet">{part.item}</span>
      </td>
      <td className={bringStyles.why}>
        {(condition?.priority ?? null) === null ? null : (
          <span className={styles.priority} data-priority={condition?.priority}>
            {condition?.priority}
          </span>
        )}{' '}
        {reason === '' && condition !== undefined ? headline(condition) : reason}
      </td>
    </tr>
  );
}
