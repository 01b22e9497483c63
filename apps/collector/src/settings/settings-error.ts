/** Command line or settings are not as they must be; the message says what and where, and holds no secret. */
export class SettingsError extends Error {
  override name = 'SettingsError';
}
