import { adviceMessage } from '@platen/catalogue/advice/advice-message';
import type { PackCondition, PackTask } from '@platen/contract/visit-pack';
import { useTranslations } from 'use-intl/react';
import { useHeadline } from '../../device/use-headline.ts';
import { environment } from '../../platform/environment.ts';
import { useDates } from '../../ui/use-dates.ts';
import { Block, type BlockProps, Fresh } from './block.tsx';
import styles from './pack.module.css';

/** What to do: a line for each condition, setting and firmware (VP-09). */
export function TasksBlock({ device, isNew, prefix }: BlockProps) {
  const t = useTranslations('visitPack.tasks');
  const settings = device.tasks.filter(({ kind }) => kind === 'setting').length;
  const left = (device.settingCount ?? settings) - settings;
  return (
    <Block id={`${prefix}do`} title={t('title')}>
      {device.tasks.length === 0 ? <p className="quiet">{t('nothing')}</p> : null}
      <ul className={styles.tasks}>
        {device.tasks.map((task) => {
          const condition = device.conditions.find(({ conditionId }) => conditionId === task.conditionId);
          return (
            <li key={task.key}>
              <span className={styles.priority} data-priority={condition?.priority ?? ''}>
                {condition?.priority ?? (task.kind === 'firmware' ? 'FW' : (task.code?.slice(0, 2) ?? '·'))}
              </span>
              <div>
                <Title task={task} condition={condition} /> <Fresh when={isNew('do', task.key)} />
                <Detail task={task} isRule={condition?.kind === 'rule'} />
              </div>
            </li>
          );
        })}
      </ul>
      {left > 0 ? <p className="quiet">{t('restSettings', { count: left })}</p> : null}
    </Block>
  );
}

function Title({ task, condition }: { readonly task: PackTask; readonly condition: PackCondition | undefined }) {
  const t = useTranslations('visitPack.tasks');
  const headline = useHeadline();
  if (condition !== undefined) return <b>{headline(condition)}</b>;
  if (task.kind === 'setting') return <b>{t('setting', { code: task.code ?? '' })}</b>;
  return <b>{t(task.kind === 'firmware' ? 'firmware' : 'task')}</b>;
}

function Detail({ task, isRule }: { readonly task: PackTask; readonly isRule: boolean }) {
  const t = useTranslations('visitPack.tasks');
  const dates = useDates();
  const { from, to, text, by, at } = task;
  const advice = task.messageId === null ? undefined : adviceMessage(task.messageId, environment().locale);
  const change =
    task.kind === 'setting'
      ? from === null
        ? t('settingTo', { to: to ?? '' })
        : t('settingFrom', { from, to: to ?? '' })
      : task.kind === 'firmware'
        ? t('firmwareFrom', { from: from ?? '', to: to ?? '' })
        : undefined;
  const proposed =
    by === null || at === null ? undefined : t('proposed', { name: by.name, day: dates.date(new Date(at)) });
  const note = text === null ? undefined : isRule ? t('note', { text }) : text;
  const lines = [advice, change, proposed, note].filter((one) => one !== undefined);
  return lines.length === 0 ? null : <p>{lines.join(' ')}</p>;
}
