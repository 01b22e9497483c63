import { editing } from './en-us/editing.ts';
import { partNumbers } from './en-us/part-numbers.ts';
import { tokens } from './en-us/tokens.ts';
import { visitImport } from './en-us/visit-import.ts';

/** The texts of the administration in English; ICU messages. Loaded with that area. */
export const texts = {
  administration: {
    sections: 'Sections of the administration',
    tokens: 'Tokens',
    partNumbers: 'Part numbers',
    visitImport: 'Past visits',
    none: 'You have no right to this area.',
  },
  editing,
  partNumbers,
  tokens,
  visitImport,
} as const;
