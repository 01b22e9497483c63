import { useQuery } from '@tanstack/react-query';
import { type CSSProperties, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import styles from '../../../editing/dialogs.module.css';
import { Choice } from '../../../editing/form-dialog.tsx';
import { Icon } from '../../../ui/button.tsx';
import { PanelBody, toPanelState } from '../../../ui/panel.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { planningQueries } from '../../../visit-planning/queries.ts';

interface PersonChoiceProps {
  readonly me: string | undefined;
  /** Devices that the person must see. */
  readonly devices: readonly string[];
  readonly label?: string;
  /** Words for no person. */
  readonly none: string;
  /** Null: no person; undefined: not chosen yet. */
  readonly value: string | null | undefined;
  readonly onChange: (userId: string | null) => void;
  readonly hasFocus?: boolean;
}

const noPerson = 'none';

/** Options of the whole list: it is no higher than they are, and stays so while a name is typed. */
const toStyle = (options: number): CSSProperties & Record<`--${string}`, number> => ({ '--options': options });

/**
 * A person to whom the user may assign, found by name, with what each has; or no person. That and the user
 * stand first, in sight however many others there are.
 */
export function PersonChoice({ me, devices, label, none, value, onChange, hasFocus = false }: PersonChoiceProps) {
  const t = useTranslations('dialogs');
  const [typed, setTyped] = useState('');
  const query = useQuery(planningQueries.people(devices));
  const wanted = typed.trim().toLocaleLowerCase();
  const all = query.data ?? [];
  const seeing = all.filter(({ unseen = 0 }) => unseen === 0);
  const people = seeing.filter(({ name }) => name.toLocaleLowerCase().includes(wanted));
  const others = people.filter(({ userId }) => userId !== me);
  const own = people.filter(({ userId }) => userId === me);
  const first = people[0];
  const toOption = ({ userId, name, rows, visitsToday }: (typeof people)[number]) => ({
    value: userId,
    label: userId === me ? t('assign.you') : name,
    note: t('assign.load', { rows, visits: visitsToday }),
  });
  return (
    <>
      <TextField
        label={label ?? t('assign.search')}
        lead={<Icon name="search" />}
        value={typed}
        data-autofocus={hasFocus ? '' : undefined}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
        }}
        onKeyDown={(event) => {
          // Enter takes the only person that is left, and a second Enter sends.
          if (event.key !== 'Enter' || wanted === '' || people.length !== 1 || first === undefined) return;
          if (value === first.userId) return;
          event.preventDefault();
          onChange(first.userId);
        }}
      />
      <div className={styles.people} style={query.data && toStyle(seeing.length + 1)}>
        <PanelBody state={toPanelState(query, 3)}>
          <Choice
            legend={label ?? t('assign.title')}
            hideLegend
            value={value === null ? noPerson : value}
            onChange={(id) => onChange(id === noPerson ? null : id)}
            options={[{ value: noPerson, label: none }, ...own.map(toOption), ...others.map(toOption)]}
          />
          {people.length === 0 ? <p className="quiet">{t('assign.noHit')}</p> : null}
        </PanelBody>
      </div>
      {seeing.length === all.length ? null : (
        <p className="quiet">{t('assign.unseen', { count: all.length - seeing.length })}</p>
      )}
    </>
  );
}
