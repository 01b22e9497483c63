export function AdvancedSearchPopup() {
  return null;
}
