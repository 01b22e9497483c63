import type { DeliveryTotals } from './deliver/deliver.ts';
import type { RoundSummary } from './discover/round.ts';

/** The outcome of a run for people, one fact a line; reasons below what they explain. */
export function toSummaryText(round: RoundSummary, totals: DeliveryTotals, waiting: number, reason?: string): string {
  const lines = [
    `asked        ${round.asked}`,
    `printers     ${round.printers}`,
    `not printers ${round.notPrinters}`,
    `silent       ${round.silent}`,
    `failed       ${round.failed}`,
    ...(round.incomplete > 0 ? [`in part      ${round.incomplete}`] : []),
    ...(round.notKept > 0 ? [`not kept     ${round.notKept}`] : []),
    ...round.failures.map((failure) => `  ${failure.target}: ${failure.reason}`),
    `delivered    ${totals.stored}${totals.repeated > 0 ? ` (and ${totals.repeated} that the server had already)` : ''}`,
    `refused      ${totals.refused}`,
    ...[...totals.reasons].map(([why, count]) => `  ${count} × ${why}`),
    ...(waiting > 0
      ? [`waiting      ${waiting} on disk, delivered with the next run${reason === undefined ? '' : `: ${reason}`}`]
      : []),
  ];
  return lines.join('\n');
}
