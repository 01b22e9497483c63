import type { exchanges } from '@platen/contract/visit-names';
import { recordableItems } from '@platen/diagnosis/visit-record/part-items';
import { useTranslations } from 'use-intl/react';
import { TextField } from '../../ui/text-field.tsx';
import type { FormPartProps } from './form-part.ts';
import styles from './record.module.css';
import { quickDone, toggleDone } from './record-model.ts';

const exchanged = ['board', 'memory', 'device'] as const satisfies typeof exchanges;

/** What was done besides the parts (VR-03): a tap each; what was cleaned or adjusted is named by its part. */
export function DonePart({ subject, draft, onChange, itemName }: FormPartProps) {
  const t = useTranslations('visitRecord');
  const { done } = draft;
  const items = [
    ...new Set([
      ...subject.parts.map(({ item }) => item),
      ...draft.added,
      ...subject.conditions.flatMap(({ subject: about }) => (recordableItems.includes(about) ? about : [])),
      ...subject.others.filter((item) => !item.startsWith('toner.')),
    ]),
  ];
  const toggle = (is: (entry: (typeof done)[number]) => boolean, entry: (typeof done)[number]) => {
    const rest = done.filter((one) => !is(one));
    onChange({ ...draft, done: rest.length < done.length ? rest : [...rest, entry] });
  };
  const box = (label: string, checked: boolean, onToggle: () => void) => (
    <label key={label} className={styles.option}>
      <input type="checkbox" checked={checked} onChange={onToggle} />
      <span>{label}</span>
    </label>
  );
  return (
    <section className={styles.cell}>
      <h2>{t('done')}</h2>
      <div className={styles.choice}>
        {quickDone.map((kind) =>
          box(
            t(`doneKinds.${kind}`),
            done.some((entry) => entry.done === kind),
            () => onChange(toggleDone(draft, kind)),
          ),
        )}
        {exchanged.map((what) =>
          box(
            t(`exchanged.${what}`),
            done.some((entry) => entry.done === 'exchanged' && entry.what === what),
            () => toggle((entry) => entry.done === 'exchanged', { done: 'exchanged', what }),
          ),
        )}
        {(['cleaned', 'adjusted'] as const).map((kind) => (
          <select
            key={kind}
            className={styles.select}
            aria-label={t(`doneKinds.${kind}`)}
            value=""
            onChange={(event) => onChange({ ...draft, done: [...done, { done: kind, item: event.target.value }] })}
          >
            <option value="">{t('pick', { what: t(`doneKinds.${kind}`) })}</option>
            {items.map((item) => (
              <option key={item} value={item}>
                {itemName(item)}
              </option>
            ))}
          </select>
        ))}
        {done.flatMap((entry) =>
          entry.done === 'cleaned' || entry.done === 'adjusted'
            ? box(`${t(`doneKinds.${entry.done}`)}: ${itemName(entry.item)}`, true, () =>
                onChange({ ...draft, done: done.filter((one) => one !== entry) }),
              )
            : [],
        )}
        {box(t('doneKinds.other'), draft.other !== null, () =>
          onChange({ ...draft, other: draft.other === null ? '' : null }),
        )}
      </div>
      {draft.other === null ? null : (
        <TextField
          label={t('otherText')}
          maxLength={2000}
          value={draft.other}
          onChange={(event) => onChange({ ...draft, other: event.target.value })}
        />
      )}
    </section>
  );
}
