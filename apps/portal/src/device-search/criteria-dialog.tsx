import type { AdvancedSearchTexts } from '@platen/catalogue/texts/types';
import { type FirmwareMatcher, firmwareMatchers, type SearchCriteria } from '@platen/contract/devices';
import {
  emptySearchForm,
  isSearchable,
  type SearchBox,
  type SearchForm,
  toCriteria,
  toForm,
} from '@platen/diagnosis/search-rules';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { lazyTexts } from '../platform/load-once.ts';
import { AddedTexts } from '../ui/added-texts.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Select } from '../ui/text-field.tsx';
import styles from './criteria-dialog.module.css';
import { SearchBoxField } from './search-box-field.tsx';

const loadTexts = lazyTexts<AdvancedSearchTexts>((locale) =>
  locale === 'ja-jp'
    ? import('@platen/catalogue/texts/advanced-search-ja-jp')
    : import('@platen/catalogue/texts/advanced-search-en-us'),
);

interface CriteriaDialogProps {
  readonly title: string;
  /** Undefined: empty boxes. */
  readonly criteria: SearchCriteria | undefined;
  /** What the button does that takes the criteria; left out: it searches. */
  readonly submitLabel?: string;
  readonly onSubmit: (criteria: SearchCriteria) => void;
  readonly onClose: () => void;
}

/**
 * The form of search criteria, for the device list and for the scope of a rule (AR-02). It loads its texts:
 * it suspends. What was typed is dropped by Cancel and Escape (OQ-49, OQ-53).
 */
export function CriteriaDialog(props: CriteriaDialogProps) {
  return (
    <AddedTexts load={loadTexts}>
      <CriteriaForm {...props} />
    </AddedTexts>
  );
}

function CriteriaForm({ title, criteria, submitLabel, onSubmit, onClose }: CriteriaDialogProps) {
  const t = useTranslations('advancedSearch');
  const formId = useId();
  const [form, setForm] = useState<SearchForm>(() => (criteria === undefined ? emptySearchForm : toForm(criteria)));
  const canSearch = isSearchable(form);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (canSearch) onSubmit(toCriteria(form));
  };
  const box = (name: SearchBox, lead?: ReactNode) => (
    <SearchBoxField
      box={name}
      text={form[name]}
      matcher={form.matcher}
      lead={lead}
      onText={(text) => setForm((old) => ({ ...old, [name]: text }))}
    />
  );
  const footer = (
    <>
      <span className={styles.note}>{t('hint')}</span>
      <Button onClick={onClose}>{t('cancel')}</Button>
      <Button type="submit" form={formId} variant="primary" disabled={!canSearch}>
        {submitLabel ?? t('search')}
      </Button>
    </>
  );
  return (
    <Dialog title={title} size="wide" hasCloseButton={false} onClose={onClose} footer={footer}>
      <form id={formId} className={styles.form} noValidate onSubmit={submit}>
        <Category name={t('category.mfpIdentifier')}>{box('mfpIdentifiers')}</Category>
        <Category name={t('category.model')}>{box('models')}</Category>
        <Category name={t('category.customer')}>
          {box('customerNumbers')}
          {box('customerNamesAndDescriptions')}
        </Category>
        <Category name={t('category.dealer')}>
          {box('dealerNumbers')}
          {box('dealerNames')}
        </Category>
        <Category name={t('category.firmware')}>
          {box(
            'firmwareVersion',
            <MatcherSelect matcher={form.matcher} onMatcher={(matcher) => setForm((old) => ({ ...old, matcher }))} />,
          )}
        </Category>
      </form>
    </Dialog>
  );
}

/**
 * A group of boxes. The name is read out as the group's; what is seen stands in the form's own first column.
 */
function Category({ name, children }: { name: string; children: ReactNode }) {
  return (
    <fieldset className={styles.category}>
      <legend className="vh">{name}</legend>
      <span className={styles.name} aria-hidden="true">
        {name}
      </span>
      <div className={styles.boxes}>{children}</div>
    </fieldset>
  );
}

interface MatcherSelectProps {
  matcher: FirmwareMatcher;
  onMatcher: (matcher: FirmwareMatcher) => void;
}

/** AS-32, AS-34: how the version is compared. */
function MatcherSelect({ matcher, onMatcher }: MatcherSelectProps) {
  const t = useTranslations('advancedSearch');
  return (
    <Select
      label={t('matcherLabel')}
      hideLabel
      options={firmwareMatchers.map((value) => ({ value, label: t(`matcher.${value}`) }))}
      value={matcher}
      onChange={({ currentTarget: { value } }) => {
        const chosen = firmwareMatchers.find((known) => known === value);
        if (chosen !== undefined) onMatcher(chosen);
      }}
    />
  );
}
