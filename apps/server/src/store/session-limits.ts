/** Sessions of PostgreSQL that each part of a server opens at most; idle ones are closed after 30 s. */
export const sessionLimits = {
  /** Calls, and jobs where they need no sessions of their own. */
  calls: 12,
  /** Each thread of the ingest: as many as there are deliveries at once, which may all be in one thread. */
  deliveryThread: 3,
  /** Queue of the jobs, where calls go through a pooler: one that listens, and one for each job at once. */
  jobs: 6,
  /** Each thread that judges, evaluates or learns. */
  diagnosisThread: 4,
  sendingThread: 4,
  notices: 1,
} as const;

/** Threads that judge at once (two at most) and the one that learns. */
const diagnosisThreads = 3;

/**
 * Sessions of one server at most, by where they lead to: `calls` to the address of PLATEN_DATABASE_URL,
 * `direct` to that of PLATEN_DATABASE_SESSION_URL. Without a pooler both are one address. Not counted: those
 * of a start (6, closed before the others open), one for each statement that is being cancelled, and one by
 * which replicas are compared with the primary. At each replica: `sessionLimits.calls`, and one.
 */
export function toMostSessions({ ingestThreads, isPooled }: { ingestThreads: number; isPooled: boolean }): {
  calls: number;
  direct: number;
} {
  const { calls, deliveryThread, jobs, diagnosisThread, sendingThread, notices } = sessionLimits;
  return {
    // Further threads: of small deliveries, and of those that are repeated because their thread has ended.
    calls: calls + (ingestThreads + 2) * deliveryThread + sendingThread,
    direct: (isPooled ? jobs : 0) + diagnosisThreads * diagnosisThread + notices,
  };
}
