import type { Day } from './day-reading.ts';

/** What was added since the reading before, `span` days earlier (1 or more). */
export class Increment {
  readonly day: Day;
  readonly span: number;
  readonly value: number;

  constructor(day: Day, span: number, value: number) {
    this.day = day;
    this.span = span;
    this.value = value;
  }
}
