import { createContext } from 'react';

/**
 * Whether a control lies in a table that is one tab stop: Tab skips it, arrow keys lead to it, and its
 * evidence card opens on Enter or Space instead of on focus.
 */
export const GridContext = createContext(false);
