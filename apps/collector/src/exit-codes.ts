/** What the process ends with; documented in docs/collector.md. */
export const exitCode = { done: 0, unexpected: 1, usage: 2, waiting: 3, inUse: 4, newerData: 5 } as const;
