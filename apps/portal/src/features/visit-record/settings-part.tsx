import { useTranslations } from 'use-intl/react';
import type { ProposalAnswer, TypedSetting } from '../../offline/record-draft.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { Choice } from './choice.tsx';
import type { FormPartProps } from './form-part.ts';
import styles from './record.module.css';
import { type DraftProblem, toCodeSet } from './record-model.ts';
import type { RecordSubject } from './to-subject.ts';

/** Settings to set back (CH-12), further ones that were changed, and the firmware (VR-03). */
export function SettingsPart(props: FormPartProps) {
  const { subject, draft, onChange } = props;
  const t = useTranslations('visitRecord');
  const { version, target } = subject.firmware;
  const change = (at: number, setting: TypedSetting | undefined) =>
    onChange({
      ...draft,
      settings: draft.settings.flatMap((one, index) => (index === at ? (setting ?? []) : one)),
    });
  const { firmware } = draft;
  return (
    <section className={styles.cell}>
      <h2>{t('settings')}</h2>
      <ul className={styles.rows}>
        {subject.settings.map((setting) => (
          <Proposal key={setting.proposalId} {...props} setting={setting} />
        ))}
        <li>
          <div>
            <b>{t('firmware')}</b>
            <span className="quiet">
              {version === null ? null : <span className="code">{version}</span>}{' '}
              {target === null || target === version ? null : t('firmwareTarget', { version: target })}
            </span>
          </div>
          <Choice
            isSmall
            label={t('firmware')}
            options={(['updated', 'notUpdated'] as const).map((value) => ({ value, label: t(`firmwareIs.${value}`) }))}
            value={firmware === null ? 'notUpdated' : 'updated'}
            onChoose={(value) =>
              onChange({
                ...draft,
                firmware: value === 'notUpdated' ? null : { from: version ?? '', to: target ?? '' },
              })
            }
          />
          {firmware === null ? null : (
            <FromTo value={firmware} onChange={(next) => onChange({ ...draft, firmware: next })} most={200} />
          )}
        </li>
        {draft.settings.map((setting, at) => (
          // Rows are only added at the end, and nothing but their index identifies them.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={at}>
            <div className={styles.line}>
              <TextField
                label={t('code')}
                placeholder="08-2103-0"
                data-problem={toCodeSet(setting) === null ? ('badSetting' satisfies DraftProblem) : undefined}
                value={setting.code}
                onChange={(event) => change(at, { ...setting, code: event.target.value })}
              />
              <FromTo value={setting} onChange={(next) => change(at, { ...setting, ...next })} most={200} />
              <Button variant="quiet" onClick={() => change(at, undefined)}>
                {t('remove')}
              </Button>
            </div>
          </li>
        ))}
      </ul>
      <Button onClick={() => onChange({ ...draft, settings: [...draft.settings, { code: '', from: '', to: '' }] })}>
        {t('anotherCode')}
      </Button>
    </section>
  );
}

interface FromToProps {
  readonly value: { readonly from: string; readonly to: string };
  readonly onChange: (value: { from: string; to: string }) => void;
  readonly most: number;
}

/** What was there before, and what is set now. */
function FromTo({ value: { from, to }, onChange, most }: FromToProps) {
  const t = useTranslations('visitRecord');
  return (
    <div className={styles.line}>
      <TextField
        label={t('before')}
        maxLength={most}
        value={from}
        onChange={(event) => onChange({ from: event.target.value, to })}
      />
      <TextField
        label={t('after')}
        maxLength={most}
        value={to}
        onChange={(event) => onChange({ from, to: event.target.value })}
      />
    </div>
  );
}

const reasons = ['noTime', 'refused', 'notNeeded'] as const;

/** One line of a proposal: set by hand, or why not. */
function Proposal({
  setting: { proposalId, code, from, to, text, by },
  draft,
  onChange,
}: FormPartProps & { readonly setting: RecordSubject['settings'][number] }) {
  const t = useTranslations('visitRecord');
  const answer = draft.proposals[proposalId];
  const say = (next: ProposalAnswer) => onChange({ ...draft, proposals: { ...draft.proposals, [proposalId]: next } });
  const options = reasons.map((reason) => ({ value: t(`noReasons.${reason}`), label: t(`noReasons.${reason}`) }));
  return (
    <li>
      <div>
        <b className="code">{code}</b>{' '}
        <b>
          {from ?? '–'} → {to}
        </b>
        <span className="quiet">
          {by === null ? t('proposed') : t('proposedBy', { name: by })}
          {text === null ? '' : `: ${text}`}
        </span>
      </div>
      <Choice
        isSmall
        label={t('answerFor', { part: code })}
        options={(['set', 'notSet'] as const).map((value) => ({ value, label: t(`setting.${value}`) }))}
        value={answer === undefined ? null : answer.isDone ? 'set' : 'notSet'}
        onChoose={(value) => say({ isDone: value === 'set', reason: '' })}
      />
      {answer?.isDone === false ? (
        <>
          <Choice
            isSmall
            label={t('whyNotDone', { part: code })}
            options={options}
            value={answer.reason}
            onChoose={(reason) => say({ isDone: false, reason })}
          />
          <TextField
            label={t('whyNotSet')}
            data-problem={answer.reason.trim() === '' ? ('needsReason' satisfies DraftProblem) : undefined}
            maxLength={2000}
            value={answer.reason}
            onChange={(event) => say({ isDone: false, reason: event.target.value })}
          />
        </>
      ) : null}
    </li>
  );
}
