import { partWords } from '@platen/catalogue/part-words';
import { isKeyOf } from '@platen/catalogue/supply-phrase';
import type { ListHealth } from '@platen/contract/list-health';
import { useQuery } from '@tanstack/react-query';
import { useFormatter, useMessages, useTranslations } from 'use-intl/react';
import shared from '../../../editing/dialogs.module.css';
import { environment } from '../../../platform/environment.ts';
import { classNames } from '../../../ui/class-names.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Link } from '../../../ui/link.tsx';
import { PanelBody, toPanelState } from '../../../ui/panel.tsx';
import { StatusShape } from '../../../ui/status-mark.tsx';
import { RowTexts } from '../row-texts.tsx';
import styles from './health.module.css';
import { type HealthLine, isBurst, toHealthLines } from './health-model.ts';
import { Weeks } from './health-strip.tsx';
import { useHealthTexts } from './health-texts.ts';
import { healthQuery } from './use-health.ts';

interface HealthDialogProps {
  readonly onClose: () => void;
}

/** 'How good is this list' (WL-73): every measure over eight weeks, its target, and what causes a miss. */
export function HealthDialog({ onClose }: HealthDialogProps) {
  const t = useTranslations('worklist.health');
  const query = useQuery(healthQuery);
  return (
    <RowTexts>
      <Dialog title={t('title')} size="wide" onClose={onClose}>
        <PanelBody state={toPanelState(query, 9)}>
          {query.data === undefined ? null : <Measures health={query.data} onClose={onClose} />}
        </PanelBody>
      </Dialog>
    </RowTexts>
  );
}

function Measures({ health, onClose }: HealthDialogProps & { readonly health: ListHealth }) {
  const t = useTranslations('worklist.health');
  const dialogs = useTranslations('dialogs.health');
  const text = useHealthTexts();
  return (
    <>
      <p className="quiet">
        {dialogs('span', { from: text.day(health.from), to: text.day(health.to), zone: health.zone })}
      </p>
      <div className={styles.scroll}>
        <table className={classNames(shared.values, styles.table)}>
          <thead>
            <tr>
              <th scope="col">{dialogs('measure')}</th>
              <th scope="col">{dialogs('value')}</th>
              <th scope="col">{dialogs('target')}</th>
              <th scope="col">{dialogs('weeks')}</th>
              <th scope="col">{dialogs('causes')}</th>
            </tr>
          </thead>
          <tbody>
            {toHealthLines(health).map((line) => (
              <tr key={line.name} data-met={String(line.isMet)}>
                <th scope="row">{t(`measures.${line.name}`)}</th>
                <td className={styles.figure}>
                  {line.isMet === false ? <StatusShape status="warning" size={13} /> : null}
                  {line.value === null ? <span className={styles.unknown}>{t('notKnown')}</span> : text.value(line)}
                </td>
                <td>
                  {line.isMet === false ? <span className="vh">{t('missed')} </span> : null}
                  {text.target(line)}
                </td>
                <td>
                  <Weeks line={line} />
                  <span className="vh">{line.weeks.map((week) => text.of(line, week)).join(', ')}</span>
                </td>
                <td>
                  <Causes line={line} onClose={onClose} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Frequent health={health} onClose={onClose} />
    </>
  );
}

/** Kinds that cause most of a missed target, each with the rows of it; or what else is to know. */
function Causes({ line, onClose }: HealthDialogProps & { readonly line: HealthLine }) {
  const t = useTranslations('worklist.health');
  const dialogs = useTranslations('dialogs.health');
  const kinds = useTranslations('headlines.kinds');
  if (line.isMet !== false) return null;
  return (
    <>
      {isBurst(line) ? <span>{t('burst')} </span> : null}
      {line.causes.map(({ kind, count }) => (
        <span key={kind} className={styles.cause}>
          <Link to="/worklist" search={{ kind, priority: 'P1,P2,P3,P4', planned: '1' }} onClick={onClose}>
            {kinds(kind)}
          </Link>{' '}
          {dialogs('count', { count })}
        </span>
      ))}
    </>
  );
}

/** The identities that opened most often (WL-41), each with its row. */
function Frequent({ health: { frequent }, onClose }: HealthDialogProps & { readonly health: ListHealth }) {
  const dialogs = useTranslations('dialogs.health');
  const kinds = useTranslations('headlines.kinds');
  const format = useFormatter();
  const subject = useSubject();
  if (frequent.length === 0) return null;
  return (
    <section className={styles.frequent}>
      <h3>{dialogs('frequent')}</h3>
      <ol>
        {frequent.map(({ kind, subject: matter, rowId, name, count, share }) => (
          <li key={`${rowId} ${kind} ${matter}`}>
            <span>
              {kinds(kind)} {subject(kind, matter)}{' '}
              {rowId === undefined ? null : (
                <Link to="/worklist" search={{ row: rowId }} onClick={onClose}>
                  {name ?? dialogs('unnamed')}
                </Link>
              )}
            </span>
            <span className="quiet">
              {dialogs('openings', {
                count,
                share: format.number(share, { style: 'percent', maximumFractionDigits: 1 }),
              })}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The subject of an identity in words: a part, a colour, a kind, or the code as it is. */
function useSubject() {
  const messages = useMessages();
  const kinds = useTranslations('headlines.kinds');
  const colors = useTranslations('common.color');
  const { locale } = environment();
  /** Their subjects are ids. */
  const isId = (kind: string) => kind === 'person' || kind === 'collector';
  return (kind: string, subject: string): string => {
    if (isId(kind)) return '';
    if (isKeyOf(messages.headlines.kinds, subject)) return kinds(subject);
    if (isKeyOf(messages.common.color, subject)) return colors(subject);
    return (kind === 'part' ? partWords(subject, locale) : undefined) ?? subject;
  };
}
