import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import type { PartChoice } from '../../offline/record-draft.ts';
import { Button } from '../../ui/button.tsx';
import { Select, TextField } from '../../ui/text-field.tsx';
import { Choice } from './choice.tsx';
import type { FormPartProps } from './form-part.ts';
import styles from './record.module.css';
import type { RecordSubject } from './to-subject.ts';

/** An answer for each part of the pack, one tap each (amendment to VR-02), and further parts. */
export function PartsPart(props: FormPartProps) {
  const { subject, draft } = props;
  const t = useTranslations('visitRecord');
  const added = draft.added.map((item) => ({ item, name: null, partNumber: null, pieces: 1, isInStock: true }));
  const parts = [...subject.parts, ...added];
  return (
    <section className={styles.cell}>
      <h2>
        {t('parts')} <span className="quiet">{t('fromPack')}</span>
      </h2>
      {parts.length === 0 ? <p className="quiet">{t('noParts')}</p> : null}
      <ul className={styles.rows}>
        {parts.map((part) => (
          <Part key={part.item} {...props} part={part} />
        ))}
      </ul>
      <AnotherPart {...props} taken={new Set(parts.map(({ item }) => item))} />
    </section>
  );
}

function Part({
  part: { item, partNumber, pieces, isInStock },
  draft,
  onChange,
  itemName,
}: FormPartProps & { readonly part: RecordSubject['parts'][number] }) {
  const t = useTranslations('visitRecord');
  const chosen = draft.parts[item] ?? null;
  const choose = (choice: PartChoice) => onChange({ ...draft, parts: { ...draft.parts, [item]: choice } });
  const toOption = (value: PartChoice) => ({ value, label: t(`answers.${value}`) });
  // The reason is known of a part that was not in stock.
  const notDone = isInStock ? 'notDone' : 'missing';
  const isNotDone = chosen === 'notDone' || chosen === 'missing' || chosen === 'notNeeded';
  return (
    <li>
      <div>
        <b>{itemName(item)}</b>
        <span className="quiet">
          {partNumber === null ? t('numberNotKnown') : <span className="code">{partNumber}</span>} × {pieces}
          {isInStock ? null : <span className={styles.warn}> {t('notInStock')}</span>}
        </span>
      </div>
      <Choice
        isSmall
        label={t('answerFor', { part: itemName(item) })}
        options={(['replaced', 'lookedAtGood', notDone] as const).map(toOption)}
        value={isNotDone ? notDone : chosen}
        onChoose={choose}
      />
      {isNotDone && isInStock ? (
        <Choice
          isSmall
          label={t('whyNotDone', { part: itemName(item) })}
          options={(['missing', 'notNeeded'] as const).map(toOption)}
          value={chosen === 'notDone' ? null : chosen}
          onChoose={choose}
        />
      ) : null}
      {chosen === 'replaced' ? (
        <TextField
          label={t('serial')}
          maxLength={60}
          value={draft.serials[item] ?? ''}
          onChange={(event) => onChange({ ...draft, serials: { ...draft.serials, [item]: event.target.value } })}
        />
      ) : null}
    </li>
  );
}

const partCode = /^\d{4}$/;

/** A part that the pack does not hold: one of the list, or any by its code. */
function AnotherPart({
  subject,
  draft,
  onChange,
  itemName,
  taken,
}: FormPartProps & { readonly taken: ReadonlySet<string> }) {
  const t = useTranslations('visitRecord');
  const [code, setCode] = useState('');
  const add = (item: string) => onChange({ ...draft, added: [...draft.added, item] });
  const isNew = partCode.test(code) && !taken.has(code);
  return (
    <div className={styles.line}>
      <Select
        label={t('anotherPart')}
        value=""
        options={[
          { value: '', label: t('choose') },
          ...subject.others.filter((item) => !taken.has(item)).map((item) => ({ value: item, label: itemName(item) })),
        ]}
        onChange={(event) => add(event.target.value)}
      />
      <TextField
        label={t('partCode')}
        inputMode="numeric"
        maxLength={4}
        value={code}
        onChange={(event) => setCode(event.target.value)}
      />
      <Button
        disabled={!isNew}
        onClick={() => {
          add(code);
          setCode('');
        }}
      >
        {t('add')}
      </Button>
    </div>
  );
}
