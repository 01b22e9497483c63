/**
 * The form of the advanced search in English; loaded with its popup. Boxes are named as the criteria of
 * POST /v1/devices/search.
 */
export const texts = {
  advancedSearch: {
    cancel: 'Cancel',
    category: {
      mfpIdentifier: 'MFP Identifier',
      model: 'Model',
      customer: 'Customer',
      dealer: 'Dealer',
      firmware: 'Firmware',
    },
    characters: '{count, number} / {limit, number}',
    field: {
      mfpIdentifiers: 'Serial numbers',
      models: 'Name',
      customerNumbers: 'Number',
      customerNamesAndDescriptions: 'Name and description',
      dealerNumbers: 'Number',
      dealerNames: 'Name',
      firmwareVersion: 'Version',
    },
    hint: 'All boxes must match. Values inside a box are alternatives.',
    matcher: {
      equal: 'Equal',
      notEqual: 'Not equal',
      lessThan: 'Less than',
      greaterThan: 'Greater than',
      greaterThanEqual: 'Greater or equal',
      lessThanEqual: 'Less or equal',
    },
    matcherLabel: 'Comparison',
    placeholder: { many: 'Separate by commas', one: 'Enter one value' },
    search: 'Search',
    tip: {
      bracket: 'Brackets (an opening angle bracket before a letter, ?, ! or /) and &# are not allowed.',
      identifiers: 'Alphanumeric and dash only. Limit of {limit} characters.',
      innerSpace: 'No spaces inside one value. Separate values by commas.',
      notAllowedNumber: 'Alphanumeric, dash and slash only.',
      notAllowedPlain: 'Alphanumeric and dash only.',
      oneValue: 'Please enter one value.',
      tooLong: 'Limit of {limit} characters.',
    },
  },
} as const;
