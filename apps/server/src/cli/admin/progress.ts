/**
 * `1,200 of 10,000 devices, 33.1 a second, 4 min 26 s left`. Without a rate the remaining time is left out.
 */
export function toProgress(done: number, total: number, elapsedMs: number): string {
  const count = (value: number) => value.toLocaleString('en');
  const line = `${count(done)} of ${count(total)} devices`;
  const rate = elapsedMs <= 0 ? 0 : (done / elapsedMs) * 1000;
  if (rate === 0) return line;
  const seconds = Math.ceil((total - done) / rate);
  return `${line}, ${rate.toFixed(1)} a second, ${toSpan(seconds)} left`;
}

function toSpan(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`;
}
