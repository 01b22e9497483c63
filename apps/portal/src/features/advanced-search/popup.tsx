import type { AdvancedSearchTexts } from '@platen/catalogue/texts/types';
import { type FirmwareMatcher, firmwareMatchers } from '@platen/contract/devices';
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
import { toCriteriaHash } from '../../device-search/address.ts';
import { triggerSearch, useChangeDeviceSearch, useDeviceSearch } from '../../device-search/use-device-search.ts';
import { lazyTexts } from '../../platform/load-texts.ts';
import { closePopup } from '../../platform/state.ts';
import { AddedTexts } from '../../ui/added-texts.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Select } from '../../ui/text-field.tsx';
import styles from './popup.module.css';
import { SearchBoxField } from './search-box-field.tsx';

const loadTexts = lazyTexts<AdvancedSearchTexts>((locale) =>
  locale === 'ja-jp'
    ? import('@platen/catalogue/texts/advanced-search-ja-jp')
    : import('@platen/catalogue/texts/advanced-search-en-us'),
);

/**
 * The advanced search (PO-17). It opens with the criteria in force; Cancel and Escape drop what was typed
 * (OQ-49, OQ-53).
 */
export function AdvancedSearchPopup() {
  return (
    <AddedTexts load={loadTexts}>
      <SearchDialog />
    </AddedTexts>
  );
}

function SearchDialog() {
  const t = useTranslations('advancedSearch');
  const title = useTranslations('header.titles')('advancedSearch');
  const { criteria } = useDeviceSearch();
  const change = useChangeDeviceSearch();
  const formId = useId();
  const [form, setForm] = useState<SearchForm>(() => (criteria === undefined ? emptySearchForm : toForm(criteria)));
  const canSearch = isSearchable(form);

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!canSearch) return;
    const next = toCriteria(form);
    if (criteria !== undefined && toCriteriaHash(criteria) === toCriteriaHash(next)) triggerSearch();
    else change({ criteria: next, text: '' });
    closePopup();
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
      <Button onClick={closePopup}>{t('cancel')}</Button>
      <Button type="submit" form={formId} variant="primary" disabled={!canSearch}>
        {t('search')}
      </Button>
    </>
  );
  return (
    <Dialog title={title} size="wide" hasCloseButton={false} onClose={closePopup} footer={footer}>
      <form id={formId} className={styles.form} noValidate onSubmit={onSubmit}>
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
