/** One call that is measured, and the least SQL that yields the same answer. */
export interface Case {
  name: string;
  method: 'GET' | 'POST';
  path: (round: number) => string;
  body?: object;
  /** Who asks; the service user, who sees every device, by default. */
  user?: 'dealer';
  /** Over how many connections; 1 and 32 by default. */
  connections?: readonly number[];
  bare: { text: string; values: (round: number) => unknown[] }[];
}
