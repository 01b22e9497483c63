import type { RuleWords, ScopeNames } from '@platen/catalogue/rule-sentence';
import type { AlertRule, ListedRule, RuleForm } from '@platen/contract/rules';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { useRefusal } from '../../../editing/form-dialog.tsx';
import { toStateOf } from '../../../platform/failure.ts';
import { Button, Icon, IconButton } from '../../../ui/button.tsx';
import { ButtonLink, Link } from '../../../ui/link.tsx';
import { Menu } from '../../../ui/menu.tsx';
import { useDates, useMinute } from '../../../ui/use-dates.ts';
import { notTried, useDisableRule, useEnableRule } from '../queries.ts';
import { RuleState, Trouble } from '../rule-row.tsx';
import styles from './editor.module.css';
import { GiveDialog } from './give-dialog.tsx';
import { RemoveDialog, UntriedDialog } from './head-dialogs.tsx';
import { HistoryDialog } from './history-dialog.tsx';

interface HeadProps {
  readonly stored: { readonly rule: AlertRule; readonly listed: ListedRule } | undefined;
  readonly form: RuleForm;
  readonly words: RuleWords;
  readonly names: ScopeNames;
  readonly mayChange: boolean;
  readonly hasChanges: boolean;
  readonly isUnsaved: boolean;
  readonly isBusy: boolean;
  readonly userId: string | undefined;
  readonly onSave: () => void;
  /** The rule was deleted. */
  readonly onGone: () => void;
}

type HeadDialog = 'enable' | 'remove' | 'history' | 'give';

/** Name, state and version of the rule, and what can be done with it. */
export function EditorHead(props: HeadProps) {
  const { stored, form, words, names, mayChange, hasChanges, isUnsaved, isBusy, userId, onSave, onGone } = props;
  const t = useTranslations('rules.editor');
  const now = useMinute();
  const [dialog, setDialog] = useState<HeadDialog>();
  const rule = stored?.rule;
  const trouble = stored?.listed.trouble ?? null;
  const turning = useTurning(rule, setDialog);
  const refusal = useRefusal(dialog === 'enable' ? null : turning.error);
  const close = () => setDialog(undefined);
  return (
    <div className={styles.head}>
      <Link to="/rules" className={styles.back}>
        <Icon name="back" />
        {t('back')}
      </Link>
      <h2 className={styles.title}>{form.name.trim() === '' ? t('add') : form.name}</h2>
      {rule === undefined ? (
        <span className="quiet">{t('fresh')}</span>
      ) : (
        <StoredVersion rule={rule} trouble={trouble} userId={userId} now={now} onHistory={() => setDialog('history')} />
      )}
      <span className={styles.space} />
      {mayChange ? (
        <>
          {rule === undefined ? null : (
            <StoredActions
              rule={rule}
              isPaused={trouble?.kind === 'paused'}
              hasChanges={hasChanges}
              isAsking={dialog !== undefined}
              turning={turning}
            />
          )}
          <Button variant="primary" busy={isBusy} disabled={!isUnsaved} onClick={onSave}>
            {t('save')}
          </Button>
          {rule === undefined ? null : <MoreMenu rule={rule} hasChanges={hasChanges} onOpen={setDialog} />}
        </>
      ) : null}
      {refusal === undefined ? null : (
        <p className={styles.refusal} role="alert">
          {refusal}
        </p>
      )}
      {trouble === null ? null : (
        <div className={styles.refusal}>
          <Trouble trouble={trouble} now={now} />
        </div>
      )}
      {rule === undefined || dialog !== 'history' ? null : (
        <HistoryDialog ruleId={rule.ruleId} words={words} names={names} onClose={close} />
      )}
      {dialog === 'enable' ? (
        <UntriedDialog
          kind="enable"
          busy={turning.isTurningOn}
          error={turning.untriedError}
          onSubmit={() => turning.turnOn(true)}
          onClose={() => {
            turning.forgetTurningOn();
            close();
          }}
        />
      ) : null}
      {rule === undefined || dialog !== 'give' ? null : <GiveDialog rule={rule} onClose={close} />}
      {rule === undefined || dialog !== 'remove' ? null : (
        <RemoveDialog rule={rule} onClose={close} onRemoved={onGone} />
      )}
    </div>
  );
}

/** Turns the rule on and off; a rule that was not tried is turned on after a question. */
function useTurning(rule: AlertRule | undefined, setDialog: (dialog: HeadDialog | undefined) => void) {
  const enabling = useEnableRule();
  const disabling = useDisableRule();
  return {
    isTurningOn: enabling.isPending,
    isTurningOff: disabling.isPending,
    error: enabling.error ?? disabling.error,
    /** Why a rule that was not tried was not turned on either. */
    untriedError: enabling.variables?.untried === true ? enabling.error : null,
    forgetTurningOn: enabling.reset,
    turnOn(untried: boolean) {
      if (rule === undefined) return;
      disabling.reset();
      enabling.mutate(
        { ...rule, untried },
        {
          onSuccess: () => setDialog(undefined),
          onError: (thrown) => {
            if (toStateOf(thrown).errorCode === notTried) setDialog('enable');
          },
        },
      );
    },
    turnOff() {
      if (rule === undefined) return;
      enabling.reset();
      disabling.mutate(rule);
    },
  };
}

interface VersionProps {
  readonly rule: AlertRule;
  readonly trouble: ListedRule['trouble'];
  readonly userId: string | undefined;
  readonly now: Date;
  readonly onHistory: () => void;
}

/** State of a stored rule, its version, and who stored it when. */
function StoredVersion({ rule, trouble, userId, now, onHistory }: VersionProps) {
  const t = useTranslations('rules.editor');
  const list = useTranslations('rules.list');
  const dates = useDates();
  const { changedBy } = rule;
  const name = changedBy === null ? list('unknownPerson') : changedBy.userId === userId ? list('you') : changedBy.name;
  return (
    <>
      <RuleState enabled={rule.enabled} trouble={trouble} />
      <span className={styles.version}>
        {t('version', { version: rule.version, time: dates.moment(new Date(rule.changedAt), now), name })}
      </span>
      {rule.givenAt === undefined ? null : (
        <span className={styles.version}>{t('given', { time: dates.moment(new Date(rule.givenAt), now) })}</span>
      )}
      <Button variant="quiet" aria-haspopup="dialog" onClick={onHistory}>
        {t('history')}
      </Button>
    </>
  );
}

interface ActionsProps {
  readonly rule: AlertRule;
  readonly isPaused: boolean;
  readonly hasChanges: boolean;
  /** A dialog is open, which shows what is under way. */
  readonly isAsking: boolean;
  readonly turning: ReturnType<typeof useTurning>;
}

/** Copies a stored rule, and turns it on and off. */
function StoredActions({ rule, isPaused, hasChanges, isAsking, turning }: ActionsProps) {
  const t = useTranslations('rules.editor');
  return (
    <>
      <ButtonLink to="/rules/$ruleId" params={{ ruleId: 'new' }} search={{ copy: rule.ruleId }} data-print="none">
        {t('copy')}
      </ButtonLink>
      {rule.enabled ? (
        <Button busy={turning.isTurningOff} onClick={() => turning.turnOff()}>
          {t('turnOff')}
        </Button>
      ) : null}
      {rule.enabled && !isPaused ? null : (
        <Button
          busy={turning.isTurningOn && !isAsking}
          disabled={hasChanges}
          title={hasChanges ? t('saveFirst') : undefined}
          onClick={() => turning.turnOn(false)}
        >
          {t(rule.enabled ? 'turnOnAgain' : 'turnOn')}
        </Button>
      )}
    </>
  );
}

interface MoreProps {
  readonly rule: AlertRule;
  readonly hasChanges: boolean;
  readonly onOpen: (dialog: 'give' | 'remove') => void;
}

function MoreMenu({ rule, hasChanges, onOpen }: MoreProps) {
  const t = useTranslations('rules.editor');
  const give = useTranslations('rules.give');
  return (
    <Menu
      label={t('more')}
      items={[
        ...(rule.canGive === true
          ? [{ key: 'give', label: give('open'), disabled: hasChanges, onSelect: () => onOpen('give') }]
          : []),
        { key: 'remove', label: t('remove'), onSelect: () => onOpen('remove') },
      ]}
      renderTrigger={(trigger) => <IconButton icon="chevron" label={t('more')} {...trigger} />}
    />
  );
}
