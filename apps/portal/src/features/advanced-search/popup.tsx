import { useTranslations } from 'use-intl/react';
import { toCriteriaHash } from '../../device-search/address.ts';
import { CriteriaDialog } from '../../device-search/criteria-dialog.tsx';
import { triggerSearch, useChangeDeviceSearch, useDeviceSearch } from '../../device-search/use-device-search.ts';
import { closePopup } from '../../platform/state.ts';

/** The advanced search (PO-17). It opens with the criteria in force. */
export function AdvancedSearchPopup() {
  const title = useTranslations('header.titles')('advancedSearch');
  const { criteria } = useDeviceSearch();
  const change = useChangeDeviceSearch();
  return (
    <CriteriaDialog
      title={title}
      criteria={criteria}
      onSubmit={(next) => {
        if (criteria !== undefined && toCriteriaHash(criteria) === toCriteriaHash(next)) triggerSearch();
        else change({ criteria: next, text: '' });
        closePopup();
      }}
      onClose={closePopup}
    />
  );
}
