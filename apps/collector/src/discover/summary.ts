/** What a round has come to so far. */
export interface RoundSummary {
  startedAt: Date;
  targets: number;
  asked: number;
  printers: number;
  notPrinters: number;
  silent: number;
  /** Printers of which a part could not be read to the end; their reports leave that part out. */
  incomplete: number;
  /** Read, but not kept: the disk would not take it. */
  notKept: number;
  /** Read, but not sent: the server refused the same before, and it has not changed. */
  heldBack: number;
  failed: number;
  /** Targets with what went wrong there, at most 50. */
  failures: { target: string; reason: string }[];
  /** Who stands elsewhere or is another than before, in words, at most 50. */
  findings: string[];
}

const mostTold = 50;

export const toEmptySummary = (targets: number): RoundSummary => ({
  startedAt: new Date(),
  targets,
  asked: 0,
  printers: 0,
  notPrinters: 0,
  silent: 0,
  incomplete: 0,
  notKept: 0,
  heldBack: 0,
  failed: 0,
  failures: [],
  findings: [],
});

export function note(summary: RoundSummary, target: string, reason: string): void {
  if (summary.failures.length < mostTold) summary.failures.push({ target, reason });
}
