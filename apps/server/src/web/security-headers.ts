import { type Settings, toAuthority } from '../settings.ts';

/**
 * Headers of every answer. The policy allows own scripts and styles only: no inline code, no other hosts but
 * the
 * sign-in authority for calls. Strict-Transport-Security only where the public address is https.
 */
export function toSecurityHeaders(settings: Settings): Readonly<Record<string, string>> {
  const connect = new Set(["'self'", new URL(toAuthority(settings)).origin]);
  if (settings.apiBase !== undefined) connect.add(new URL(settings.apiBase).origin);
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "manifest-src 'self'",
    `connect-src ${[...connect].join(' ')}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ];
  return {
    'content-security-policy': policy.join('; '),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': settings.corsOrigins.length > 0 ? 'cross-origin' : 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    ...(settings.publicUrl.startsWith('https:')
      ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }
      : {}),
  };
}
