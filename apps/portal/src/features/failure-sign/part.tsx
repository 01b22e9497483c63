export { FailureSignSheet as Sheet } from './sheet.tsx';
export { prefetchPredictions as prefetch } from './use-predictions.ts';
