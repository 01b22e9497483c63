import { Fragment } from 'react';
import { useTranslations } from 'use-intl/react';
import { useHeadline } from '../../device/use-headline.ts';
import { toMessage } from '../../platform/application-message.ts';
import { IconButton } from '../../ui/button.tsx';
import { Menu } from '../../ui/menu.tsx';
import type { RowAction } from './actions.ts';
import styles from './foot-line.module.css';
import type { Outcome } from './outcome.ts';

/** Actions of the foot line with their keys, in its order. */
export const footActions = [
  ['acknowledge', 'e'],
  ['assign', 'a'],
  ['plan', 'v'],
  ['snooze', 's'],
  ['resolve', 'r'],
  ['handOver', 't'],
  ['note', 'n'],
] as const satisfies readonly (readonly [RowAction, string])[];
export type FootAction = (typeof footActions)[number][0];

interface FootProps {
  readonly selected: number;
  /** Conditions of the selected rows. */
  readonly conditions: number;
  readonly isBusy: boolean;
  /** Actions that the user has the right to. */
  readonly offered: readonly FootAction[];
  /** Those of them that the rows which are meant allow. */
  readonly possible: readonly FootAction[];
  readonly onAct: (action: FootAction) => void;
  readonly onClear: () => void;
  readonly onKeys: () => void;
  /** Targets of the list that are met, while their strip is folded. */
  readonly health: { readonly met: number; readonly all: number } | undefined;
  readonly onHealth: () => void;
}

/** Keys while nothing is selected; with rows selected, in the same place, what can be done with them. */
export function FootLine(props: FootProps) {
  const { selected, conditions, isBusy, offered, possible, onAct, onClear, onKeys, health, onHealth } = props;
  const t = useTranslations('worklist');
  const allKeys = (
    <button type="button" className={styles.keysButton} aria-keyshortcuts="?" onClick={onKeys}>
      <kbd aria-hidden="true">?</kbd>
      {t('foot.allKeys')}
    </button>
  );
  const ofRows = footActions.filter(([action]) => possible.includes(action));
  if (selected === 0)
    return (
      <div className={styles.foot} data-print="none">
        <span className={styles.keys}>
          <Key keys={['j', 'k']} text={t('foot.move')} />
          <Key keys={['Enter']} text={t('foot.open')} />
          <Key keys={['x']} text={t('foot.select')} />
          {/* Their places stay, whatever the current row allows. */}
          {footActions.map(([action, key]) =>
            offered.includes(action) ? (
              <Key key={action} keys={[key]} text={t(`actions.${action}`)} isOff={!possible.includes(action)} />
            ) : null,
          )}
          <Key keys={['u']} text={t('actions.undo')} />
          <Key keys={['/']} text={t('search')} />
        </span>
        <span className={styles.end}>
          {health === undefined ? null : (
            <button type="button" className={styles.keysButton} aria-keyshortcuts="h" onClick={onHealth}>
              <kbd aria-hidden="true">h</kbd>
              {t('health.summary', health)}
            </button>
          )}
          {allKeys}
        </span>
      </div>
    );
  return (
    <div className={styles.foot} data-selecting="" role="toolbar" aria-label={t('foot.actions')} data-print="none">
      <b className={styles.count}>
        {t('foot.selected', { rows: selected })}
        <span>, {t('foot.conditions', { count: conditions })}</span>
      </b>
      {ofRows.map(([action, key], index) => (
        <button
          key={action}
          type="button"
          className={styles.action}
          data-rest={index > 2 ? '' : undefined}
          aria-keyshortcuts={key}
          disabled={isBusy}
          onClick={() => onAct(action)}
        >
          {t(`actions.${action}`)}
          <kbd aria-hidden="true">{key}</kbd>
        </button>
      ))}
      <span className={styles.rest}>
        <Menu
          label={t('foot.more')}
          items={ofRows.slice(3).map(([action]) => ({
            key: action,
            label: t(`actions.${action}`),
            onSelect: () => onAct(action),
          }))}
          renderTrigger={(props) => <IconButton icon="list" label={t('foot.more')} {...props} />}
        />
      </span>
      <button type="button" className={styles.clear} aria-keyshortcuts="Escape" onClick={onClear}>
        {t('foot.clear')}
        <kbd aria-hidden="true">Esc</kbd>
      </button>
      {allKeys}
    </div>
  );
}

interface KeyProps {
  readonly keys: readonly string[];
  readonly text: string;
  /** The current row does not allow it. */
  readonly isOff?: boolean;
}

function Key({ keys, text, isOff = false }: KeyProps) {
  return (
    <span data-off={isOff ? '' : undefined}>
      {keys.map((key) => (
        <kbd key={key}>{key}</kbd>
      ))}
      {text}
    </span>
  );
}

interface OutcomeProps {
  readonly outcome: Outcome | undefined;
  /** Name of the row that a condition belongs to. */
  readonly nameOf: (conditionId: string) => string | undefined;
  readonly most: number;
  readonly onClose: () => void;
}

/** With more conditions that were not done their list may scroll, and then takes the focus. */
const few = 3;
const scrolled = (label: string) => ({ role: 'group', tabIndex: 0, 'aria-label': label });

/** What became of the last action: how many were done, which not and why, and undo (WL-42, WL-62). */
export function OutcomeLine({ outcome, nameOf, most, onClose }: OutcomeProps) {
  const t = useTranslations('worklist');
  const common = useTranslations('common');
  return (
    <output className={styles.outcome} data-print="none">
      {outcome === undefined ? null : (
        <span className={styles.result}>
          <OutcomeText outcome={outcome} nameOf={nameOf} most={most} />
          {outcome.kind === 'done' && outcome.undo !== undefined ? (
            <button type="button" className={styles.action} aria-keyshortcuts="u" onClick={outcome.undo}>
              {t('actions.undo')}
              <kbd aria-hidden="true">u</kbd>
            </button>
          ) : null}
          <IconButton icon="close" label={common('close')} onClick={onClose} />
        </span>
      )}
    </output>
  );
}

interface TextProps extends Pick<OutcomeProps, 'nameOf' | 'most'> {
  readonly outcome: Outcome;
}

function OutcomeText({ outcome, nameOf, most }: TextProps) {
  const t = useTranslations('worklist');
  if (outcome.kind === 'failed')
    return (
      <span>
        {t('failedCall')} <span className="code">{outcome.errorCode}</span> {toMessage(outcome.errorCode)}
      </span>
    );
  if (outcome.kind === 'tooMany') return <span>{t('tooMany', { count: most })}</span>;
  if (outcome.kind === 'handedOver') return <span>{t('handedOver', { count: outcome.count })}</span>;
  if (outcome.kind === 'done') return <DoneText outcome={outcome} nameOf={nameOf} />;
  return <span>{t(outcome.kind)}</span>;
}

interface DoneProps extends Pick<OutcomeProps, 'nameOf'> {
  readonly outcome: Extract<Outcome, { kind: 'done' }>;
}

/** How many were done, which not and why, and whether the rest was stopped. */
function DoneText({ outcome: { action, of, done, failed, stopped }, nameOf }: DoneProps) {
  const t = useTranslations('worklist');
  const headline = useHeadline();
  const toWhat = () =>
    action === 'undo'
      ? t('done.undo', { what: t(`done.${of ?? 'note'}`, { count: done }) })
      : t(`done.${action}`, { count: done });
  return (
    <span>
      {done === 0 ? null : toWhat()}
      {failed.length === 0 ? null : (
        <span
          className={styles.failed}
          {...(failed.length > few ? scrolled(t('foot.conditions', { count: failed.length })) : {})}
        >
          {' '}
          {t('failed', { count: failed.length })}
          {failed.map(({ conditionId, condition, code, serial }) => (
            <Fragment key={conditionId}>
              {' '}
              <span>
                {condition === undefined
                  ? toMessage(code)
                  : t('failedItem', {
                      what: [serial ?? nameOf(conditionId), headline(condition)].filter(Boolean).join(', '),
                      reason: toMessage(code),
                    })}
              </span>
            </Fragment>
          ))}
        </span>
      )}
      {stopped === undefined ? null : (
        <span className={styles.failed}>
          {' '}
          {t('stopped', stopped)} <span className="code">{stopped.errorCode}</span> {toMessage(stopped.errorCode)}
        </span>
      )}
    </span>
  );
}
