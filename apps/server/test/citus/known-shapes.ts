import type { Shape } from './find-shapes.ts';

/** Statements that a cluster refuses still, by the file that sends them; what is not listed fails a run. */
const byFile: Readonly<Record<string, readonly Shape[]>> = {
  'delivery/load-subjects.ts': ['correlationApart'],
  'delivery/ticket-content.ts': ['correlationApart'],
  // What `evidence-store.ts` and others prepare is seen as sent by the route.
  'features/details/routes.ts': ['correlationApart'],
  'features/devices/routes.ts': ['correlationApart'],
  'features/visit-pack/service.ts': ['correlationApart'],
  'features/visit-pack/visit-store.ts': ['correlationApart'],
  'features/worklist/action-store.ts': ['correlationApart'],
  'features/worklist/allowed.ts': ['correlationApart'],
  'features/worklist/device-past.ts': ['correlationApart'],
  'features/worklist/health.ts': ['correlationApart'],
  'features/worklist/list-store.ts': ['correlationApart'],
  'features/worklist/standing.ts': ['correlationApart'],
  'features/worklist/tickets/read-ticket.ts': ['correlationApart'],
  'features/worklist/visit-figures/figures-store.ts': ['correlationApart'],
  'features/worklist/visit-record/locked-visit.ts': ['correlationApart'],
  'features/worklist/visits/list-visits.ts': ['correlationApart'],
  'features/worklist/visits/read-visit.ts': ['correlationApart'],
  'jobs/conditions/due-entities.ts': ['correlationApart'],
  'jobs/conditions/evaluate-due.ts': ['correlationApart', 'lockOverShards'],
  'jobs/trials/past-inputs.ts': ['correlationApart', 'lateralLimit'],
  'worklist/outbox/add-visit-events.ts': ['correlationApart'],
  'worklist/rules/mark-devices.ts': ['lockOverShards'],
  'worklist/rules/rule-inputs.ts': ['correlationApart', 'lateralLimit'],
};

export const knownShapes: ReadonlySet<string> = new Set(
  Object.entries(byFile).flatMap(([file, shapes]) => shapes.map((shape) => `${file} ${shape}`)),
);
