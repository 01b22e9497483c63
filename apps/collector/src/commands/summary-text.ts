import type { DeliveryTotals } from '../delivery/delivery.ts';
import type { RoundSummary } from '../discover/round-summary.ts';

/** The result of a round for the user, one fact per line; reasons follow the lines they explain. */
export function toReadText(round: RoundSummary): string[] {
  return [
    `asked        ${round.asked}`,
    `printers     ${round.printers}`,
    `not printers ${round.notPrinters}`,
    `silent       ${round.silent}`,
    `failed       ${round.failed}`,
    ...(round.incomplete > 0 ? [`in part      ${round.incomplete}`] : []),
    ...(round.notStored > 0 ? [`not stored   ${round.notStored}`] : []),
    ...(round.heldBack > 0 ? [`held back    ${round.heldBack} (refused before and unchanged)`] : []),
    ...round.failures.map((failure) => `  ${failure.target}: ${failure.reason}`),
    ...(round.findings.length > 0 ? [`found        ${round.findings.length}`] : []),
    ...round.findings.map((finding) => `  ${finding}`),
  ];
}

/** The result of a run: what was read, and what was delivered. */
export function toSummaryText(round: RoundSummary, totals: DeliveryTotals, waiting: number, reason?: string): string {
  const lines = [
    ...toReadText(round),
    `delivered    ${totals.stored}${totals.repeated > 0 ? ` (and ${totals.repeated} that the server already had)` : ''}`,
    `refused      ${totals.refused}`,
    ...[...totals.reasons].map(([why, count]) => `  ${count} × ${why}`),
    ...(waiting > 0
      ? [`waiting      ${waiting} on disk, delivered with the next run${reason === undefined ? '' : `: ${reason}`}`]
      : []),
  ];
  return lines.join('\n');
}

/** The same in one line, for the log of a service. */
export function toRoundLine(
  round: RoundSummary,
  { stored, repeated, refused }: DeliveryTotals,
  waiting: number,
): string {
  return `round done: ${round.asked} asked, ${round.printers} printers, ${round.notPrinters} other devices, ${round.silent} silent, ${round.failed} failed; since the start ${stored} delivered, ${repeated} repeated, ${refused} refused; ${waiting} wait`;
}
