import { editing } from './en-us/editing.ts';
import { partNumbers } from './en-us/part-numbers.ts';
import { tokens } from './en-us/tokens.ts';

/** The texts of the administration in English; ICU messages. Loaded with that area. */
export const texts = {
  administration: {
    sections: 'Sections of the administration',
    tokens: 'Tokens',
    partNumbers: 'Part numbers',
    none: 'You have no right to this area.',
  },
  editing,
  partNumbers,
  tokens,
} as const;
