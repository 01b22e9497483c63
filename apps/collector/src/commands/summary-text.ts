import type { DeliveryTotals } from '../delivery/delivery.ts';
import type { RoundSummary } from '../discover/round-summary.ts';

/** What a round came to for people, one fact a line; reasons below what they explain. */
export function toReadText(round: RoundSummary): string[] {
  return [
    `asked        ${round.asked}`,
    `printers     ${round.printers}`,
    `not printers ${round.notPrinters}`,
    `silent       ${round.silent}`,
    `failed       ${round.failed}`,
    ...(round.incomplete > 0 ? [`in part      ${round.incomplete}`] : []),
    ...(round.notKept > 0 ? [`not kept     ${round.notKept}`] : []),
    ...(round.heldBack > 0 ? [`held back    ${round.heldBack} (refused before and unchanged)`] : []),
    ...round.failures.map((failure) => `  ${failure.target}: ${failure.reason}`),
    ...(round.findings.length > 0 ? [`found        ${round.findings.length}`] : []),
    ...round.findings.map((finding) => `  ${finding}`),
  ];
}

/** The outcome of a run: what was read, and what became of it. */
export function toSummaryText(round: RoundSummary, totals: DeliveryTotals, waiting: number, reason?: string): string {
  const lines = [
    ...toReadText(round),
    `delivered    ${totals.stored}${totals.repeated > 0 ? ` (and ${totals.repeated} that the server had already)` : ''}`,
    `refused      ${totals.refused}`,
    ...[...totals.reasons].map(([why, count]) => `  ${count} × ${why}`),
    ...(waiting > 0
      ? [`waiting      ${waiting} on disk, delivered with the next run${reason === undefined ? '' : `: ${reason}`}`]
      : []),
  ];
  return lines.join('\n');
}

/** The same in one line, for a service's log. */
export function toRoundLine(
  round: RoundSummary,
  { stored, repeated, refused }: DeliveryTotals,
  waiting: number,
): string {
  return `round done: ${round.asked} asked, ${round.printers} printers, ${round.notPrinters} other devices, ${round.silent} silent, ${round.failed} failed; since the start ${stored} delivered, ${repeated} repeated, ${refused} refused; ${waiting} wait`;
}
