/** Back to the top on every navigation, smoothly, unless the user prefers less motion (RT-25, OQ-129). */
export function scrollToTop(): void {
  const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  window.scrollTo({ top: 0, behavior: calm ? 'instant' : 'smooth' });
}
