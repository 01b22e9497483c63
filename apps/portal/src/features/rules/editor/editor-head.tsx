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

/** Name, state and version of the rule, and what can be done with it. */
export function EditorHead(props: HeadProps) {
  const { stored, form, words, names, mayChange, hasChanges, isUnsaved, isBusy, userId, onSave, onGone } = props;
  const t = useTranslations('rules.editor');
  const list = useTranslations('rules.list');
  const give = useTranslations('rules.give');
  const dates = useDates();
  const now = useMinute();
  const [dialog, setDialog] = useState<'enable' | 'remove' | 'history' | 'give'>();
  const enabling = useEnableRule();
  const disabling = useDisableRule();
  const rule = stored?.rule;
  const trouble = stored?.listed.trouble ?? null;
  const refusal = useRefusal(dialog === 'enable' ? null : (enabling.error ?? disabling.error));
  const enable = (untried: boolean) => {
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
  };
  const by =
    rule?.changedBy === null || rule === undefined
      ? list('unknownPerson')
      : rule.changedBy.userId === userId
        ? list('you')
        : rule.changedBy.name;
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
        <>
          <RuleState enabled={rule.enabled} trouble={trouble} />
          <span className={styles.version}>
            {t('version', {
              version: rule.version,
              time: dates.moment(new Date(rule.changedAt), now),
              name: by,
            })}
          </span>
          {rule.givenAt === undefined ? null : (
            <span className={styles.version}>{t('given', { time: dates.moment(new Date(rule.givenAt), now) })}</span>
          )}
          <Button variant="quiet" aria-haspopup="dialog" onClick={() => setDialog('history')}>
            {t('history')}
          </Button>
        </>
      )}
      <span className={styles.space} />
      {mayChange ? (
        <>
          {rule === undefined ? null : (
            <>
              <ButtonLink
                to="/rules/$ruleId"
                params={{ ruleId: 'new' }}
                search={{ copy: rule.ruleId }}
                data-print="none"
              >
                {t('copy')}
              </ButtonLink>
              {rule.enabled ? (
                <Button
                  busy={disabling.isPending}
                  onClick={() => {
                    enabling.reset();
                    disabling.mutate(rule);
                  }}
                >
                  {t('turnOff')}
                </Button>
              ) : null}
              {rule.enabled && trouble?.kind !== 'paused' ? null : (
                <Button
                  busy={enabling.isPending && dialog === undefined}
                  disabled={hasChanges}
                  title={hasChanges ? t('saveFirst') : undefined}
                  onClick={() => enable(false)}
                >
                  {t(rule.enabled ? 'turnOnAgain' : 'turnOn')}
                </Button>
              )}
            </>
          )}
          <Button variant="primary" busy={isBusy} disabled={!isUnsaved} onClick={onSave}>
            {t('save')}
          </Button>
          {rule === undefined ? null : (
            <Menu
              label={t('more')}
              items={[
                ...(rule.canGive === true
                  ? [{ key: 'give', label: give('open'), disabled: hasChanges, onSelect: () => setDialog('give') }]
                  : []),
                { key: 'remove', label: t('remove'), onSelect: () => setDialog('remove') },
              ]}
              renderTrigger={(trigger) => <IconButton icon="chevron" label={t('more')} {...trigger} />}
            />
          )}
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
        <HistoryDialog ruleId={rule.ruleId} words={words} names={names} onClose={() => setDialog(undefined)} />
      )}
      {dialog === 'enable' ? (
        <UntriedDialog
          kind="enable"
          busy={enabling.isPending}
          error={enabling.variables?.untried === true ? enabling.error : null}
          onSubmit={() => enable(true)}
          onClose={() => {
            enabling.reset();
            setDialog(undefined);
          }}
        />
      ) : null}
      {rule === undefined || dialog !== 'give' ? null : <GiveDialog rule={rule} onClose={() => setDialog(undefined)} />}
      {rule === undefined || dialog !== 'remove' ? null : (
        <RemoveDialog rule={rule} onClose={() => setDialog(undefined)} onRemoved={onGone} />
      )}
    </div>
  );
}
