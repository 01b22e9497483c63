import type { Figures } from './load.ts';

const ms = (value: number) => value.toFixed(2).padStart(9);

/** Prints one line: our figures, the bare minimum's, and their ratio at p50. */
export function printRow(name: string, connections: number, ours: Figures, bare: Figures): void {
  const ratio = (ours.p50 / bare.p50).toFixed(2);
  console.log(
    `${name.padEnd(30)} ${String(connections).padStart(4)} ${ms(ours.p50)} ${ms(ours.p99)} ${ours.perSecond.toFixed(0).padStart(9)} ${ms(ours.cpu)}   ${ms(bare.p50)} ${ms(bare.p99)} ${bare.perSecond.toFixed(0).padStart(9)}   ${ratio.padStart(6)}`,
  );
}

export function printHead(bareName: string): void {
  console.log(
    `${'call'.padEnd(30)} ${'conn'.padStart(4)} ${'p50 ms'.padStart(9)} ${'p99 ms'.padStart(9)} ${'per s'.padStart(9)} ${'CPU ms'.padStart(9)}   ${'bare p50'.padStart(9)} ${'bare p99'.padStart(9)} ${'per s'.padStart(9)}   ratio`,
  );
  console.log(`${''.padEnd(30)} (CPU: server and database, a call; bare: ${bareName}; ratio at p50)`);
}
