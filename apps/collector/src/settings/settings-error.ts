/** Invalid command line or settings; the message states what and where, and contains no secret. */
export class SettingsError extends Error {
  override name = 'SettingsError';
}
