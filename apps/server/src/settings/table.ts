import { offlineAfterHours } from '@platen/contract/constants';
import { addressForms } from '../base/caller.ts';
import { groupRoles } from './group-roles.ts';
import {
  databaseAddress,
  databaseAddresses,
  matching,
  oneOf,
  optional,
  origins,
  plainText,
  proxies,
  readModelFamilies,
  required,
  type Setting,
  sealingKey,
  webAddress,
  webOrigin,
  wholeNumber,
  words,
} from './kinds.ts';
import { mailAddress, mailServer } from './mail.ts';
import { streamAddress } from './stream.ts';
import { allowedDestinations } from './webhook-allow.ts';

/** Brands served by each deployment stage (OQ-04, OQ-05); a stage that is not here is refused at start. */
export const stages = { eu: ['platen', 'rdt'], platen: ['platen'], rdt: ['rdt'] } as const;
const stageNames = ['eu', 'platen', 'rdt'] as const satisfies readonly (keyof typeof stages)[];

const pathPart = matching(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/, 'letters, digits, dot, dash and underscore');

/** Every setting of the server. The README's table is made from this. */
export const settingsTable = {
  port: required('PLATEN_PORT', 'TCP port of portal and API.', '8400', wholeNumber(1, 65_535)),
  host: required(
    'PLATEN_HOST',
    'Address to listen on. The default answers this machine only; put a TLS proxy in front, or use 0.0.0.0 behind one.',
    '127.0.0.1',
    matching(/^[A-Za-z0-9.:-]+$/, 'an IP address or host name'),
  ),
  publicUrl: optional(
    'PLATEN_PUBLIC_URL',
    'Address at which browsers reach the portal, without a path. Default: http://localhost and the port.',
    webOrigin,
  ),
  dataDirectory: required(
    'PLATEN_DATA',
    'Folder of the embedded database and of the keys of the development sign-in.',
    './.platen',
    plainText,
  ),
  downloadsDirectory: optional(
    'PLATEN_DOWNLOADS',
    'Folder with the packages of the collector that npm run package:collector makes; offered at /downloads. Without it the page for enrolling a collector says that there are none.',
    plainText,
  ),
  databaseUrl: optional('PLATEN_DATABASE_URL', 'PostgreSQL to use instead of the embedded one.', databaseAddress, {
    secret: true,
  }),
  sessionDatabaseUrl: optional(
    'PLATEN_DATABASE_SESSION_URL',
    'The database of PLATEN_DATABASE_URL without a pooler between. Set it where PLATEN_DATABASE_URL leads through PgBouncer in transaction mode: notices, the queue of jobs, learning and the command line need sessions of their own (docs/operations.md).',
    databaseAddress,
    { secret: true },
  ),
  migrationDatabaseUrl: optional(
    'PLATEN_MIGRATION_DATABASE_URL',
    'The database of PLATEN_DATABASE_URL as the role that owns its tables; used at start to bring them up to date. Without it PLATEN_DATABASE_URL is used.',
    databaseAddress,
    { secret: true },
  ),
  databaseReadUrls: required(
    'PLATEN_DATABASE_READ_URLS',
    'Replicas of the database of PLATEN_DATABASE_URL by streaming replication, comma-separated: calls that only read are answered from them (docs/operations.md). The same on all servers.',
    '',
    databaseAddresses,
    { secret: true },
  ),
  databaseReadLagMs: required(
    'PLATEN_DATABASE_READ_LAG_MS',
    'Age at most of what a replica shows, in milliseconds; one that is further behind is not read from. Changed groups of devices take effect within this time.',
    '2500',
    wholeNumber(1500, 3000),
  ),
  secretsKey: optional(
    'PLATEN_SECRETS_KEY',
    'Key with which secrets of channels are stored: 32 random bytes as base64 (openssl rand -base64 32). Without it the server makes one in PLATEN_DATA; several servers on one database need the same.',
    (text) => sealingKey(text),
    { secret: true },
  ),
  authority: optional(
    'PLATEN_AUTHORITY',
    'OpenID Connect authority. {tenant} and {policy} in it are replaced, as in https://{tenant}.b2clogin.com/{tenant}.onmicrosoft.com/{policy}/v2.0. Without it the development sign-in is on.',
    (text) => webAddress(text.replaceAll(/[{}]/g, '')) && text.replace(/\/+$/, ''),
  ),
  tenant: required('PLATEN_TENANT', 'Tenant of the authority.', 'platen', pathPart),
  policy: required('PLATEN_POLICY', 'Sign-in policy of the authority.', 'signin', pathPart),
  clientId: required('PLATEN_CLIENT_ID', 'Client id of the portal at the authority.', 'platen-portal', pathPart),
  audience: optional(
    'PLATEN_AUDIENCE',
    'Audience of the access tokens for the API, as registered at the authority; required with PLATEN_AUTHORITY. Default with the development sign-in: platen-api.',
    matching(/^\S{1,300}$/, 'a text without blanks'),
  ),
  requiredScopes: required(
    'PLATEN_REQUIRED_SCOPE',
    'Scopes that access tokens must carry, as they stand in the token, separated by blanks. Required where PLATEN_AUDIENCE is the client id.',
    '',
    words,
  ),
  acceptedClients: required(
    'PLATEN_ACCEPTED_CLIENTS',
    'Client ids other than PLATEN_CLIENT_ID whose access tokens are accepted, separated by blanks.',
    '',
    words,
  ),
  issuer: optional(
    'PLATEN_ISSUER',
    'Issuer that tokens must carry, where it differs from the one the authority publishes.',
    matching(/^https?:\/\/\S{1,300}$/, 'an http or https address'),
  ),
  scope: required(
    'PLATEN_SCOPE',
    'Scopes the portal asks for at sign-in.',
    'openid profile offline_access',
    matching(/^[\x21\x23-\x5b\x5d-\x7e]+( [\x21\x23-\x5b\x5d-\x7e]+)*$/, 'scopes separated by single blanks'),
  ),
  logoutHint: required(
    'PLATEN_LOGOUT_HINT',
    'What the portal sends to the logout of the authority: client_id, or id_token where the authority asks for the id token (it then appears in addresses and in logs of the authority).',
    'client_id',
    oneOf(['client_id', 'id_token']),
  ),
  developmentSignIn: required(
    'PLATEN_DEVELOPMENT_SIGN_IN',
    'Where the development sign-in with its published passwords may listen: loopback or anywhere. Never use anywhere with real data.',
    'loopback',
    oneOf(['loopback', 'anywhere']),
  ),
  stage: required(
    'PLATEN_STAGE',
    'Deployment stage: eu serves both brands, platen and rdt one each.',
    'eu',
    oneOf(stageNames),
  ),
  apiBase: optional(
    'PLATEN_API_BASE',
    'Base address of the API for the portal, where it is another origin.',
    webAddress,
  ),
  portalDirectory: optional(
    'PLATEN_PORTAL',
    'Folder of the built portal. Default: the one of this installation.',
    plainText,
  ),
  providerVerifies: required(
    'PLATEN_PROVIDER_VERIFIES_ADDRESSES',
    "Whether the identity provider verifies every mail address: then an invitation may be accepted with a token that does not say 'email_verified'. yes or no.",
    'no',
    oneOf(['yes', 'no']),
  ),
  groupsClaim: optional(
    'PLATEN_GROUPS_CLAIM',
    'Claim of the access token that lists the groups of a user; with PLATEN_GROUP_ROLES role and organisation follow it at each sign-in.',
    matching(/^[\w.:/-]{1,200}$/, 'the name of a claim'),
  ),
  groupRoles: optional(
    'PLATEN_GROUP_ROLES',
    'JSON: what each group gives, the first that a user has counts: [{"group":"haldane-service","role":"dealer","organisation":"Haldane Office"}]; without organisation that of the operator. Sign-in alone still makes no account.',
    groupRoles,
  ),
  corsOrigins: required(
    'PLATEN_CORS_ORIGINS',
    'Other origins that may call the API, separated by commas.',
    '',
    origins,
  ),
  trustProxy: required(
    'PLATEN_TRUST_PROXY',
    'Whether X-Forwarded-* is trusted: false, true, or the addresses of the proxies separated by commas.',
    'false',
    proxies,
  ),
  userRequestsPerMinute: required(
    'PLATEN_USER_RATE',
    'Calls a user may make in a minute.',
    '600',
    wholeNumber(1, 1_000_000),
  ),
  userCallsAtOnce: required(
    'PLATEN_USER_CALLS_AT_ONCE',
    'Calls of one user that are processed at once; a page of the device list counts as two, an advanced search as three. Further ones wait up to 10 seconds.',
    '4',
    wholeNumber(1, 1000),
  ),
  userStatementMs: required(
    'PLATEN_USER_STATEMENT_MS',
    'Time that a statement of the device list or of a search may take, in milliseconds.',
    '5000',
    wholeNumber(10, 600_000),
  ),
  collectorRequestsPerMinute: required(
    'PLATEN_COLLECTOR_RATE',
    'Deliveries a collector key may make in a minute.',
    '120',
    wholeNumber(1, 1_000_000),
  ),
  failedTokensPerMinute: required(
    'PLATEN_FAILED_TOKEN_RATE',
    'Calls with a missing or bad token that one address may make in a minute.',
    '300',
    wholeNumber(1, 1_000_000),
  ),
  bodyLimitKb: required(
    'PLATEN_BODY_LIMIT_KB',
    'Largest body of a call of the portal, in KB. Deliveries of collectors have limits of their own.',
    '256',
    wholeNumber(64, 65_536),
  ),
  queueLimit: required(
    'PLATEN_QUEUE_LIMIT',
    'Calls that may wait for a database connection before further ones are refused because the server is overloaded.',
    '200',
    wholeNumber(1, 100_000),
  ),
  requestTimeoutMs: required(
    'PLATEN_REQUEST_TIMEOUT_MS',
    'Time after which a call is abandoned, in milliseconds.',
    '30000',
    wholeNumber(100, 600_000),
  ),
  drainMs: optional(
    'PLATEN_DRAIN_MS',
    'Time after SIGTERM in which /readyz answers 503 and calls are still served, in milliseconds. Default: 3000 in production, else 0.',
    wholeNumber(0, 600_000),
  ),
  shutdownMs: required(
    'PLATEN_SHUTDOWN_MS',
    'Time that calls in progress are given at shutdown, in milliseconds.',
    '10000',
    wholeNumber(0, 600_000),
  ),
  ingestThreads: required(
    'PLATEN_INGEST_THREADS',
    'Threads that read and store reports, each with its own database sessions; one takes about 60 MB. Small deliveries have one more.',
    '2',
    wholeNumber(1, 16),
  ),
  ingestThreadMb: required(
    'PLATEN_INGEST_THREAD_MB',
    'Memory that the objects of one of these threads may take, in MB; a delivery that needs more is refused.',
    '256',
    wholeNumber(64, 8192),
  ),
  ingestSeconds: required(
    'PLATEN_INGEST_SECONDS',
    'Processor time that one delivery may take, in seconds; one that takes more is refused.',
    '10',
    wholeNumber(1, 600),
  ),
  stream: optional(
    'PLATEN_STREAM_URL',
    'NATS server with JetStream before the database, like nats://user:password@nats.example:4222 or tls://…, several separated by commas: deliveries are acknowledged when it has them (docs/operations.md). Without it when they are stored.',
    streamAddress,
    { secret: true },
  ),
  streamName: required(
    'PLATEN_STREAM_NAME',
    'Name of the stream and of its subject; another for each Platen on one NATS server.',
    'platen-reports',
    matching(/^[A-Za-z0-9_-]{1,60}$/, 'letters, digits, dash and underscore'),
  ),
  streamMb: required(
    'PLATEN_STREAM_MB',
    'Size at which the stream is full and deliveries are refused until there is room, in MB; NATS reserves it.',
    '4096',
    wholeNumber(1, 10_000_000),
  ),
  streamReplicas: required(
    'PLATEN_STREAM_REPLICAS',
    'Servers of a NATS cluster that have each report before it is acknowledged: 1, 3 or 5.',
    '1',
    wholeNumber(1, 5),
  ),
  streamLagSeconds: required(
    'PLATEN_STREAM_LAG_SECONDS',
    'Age of the oldest report in the stream above which silence of devices is not judged, in seconds.',
    '300',
    wholeNumber(10, 86_400),
  ),
  offlineHours: required(
    'PLATEN_OFFLINE_HOURS',
    'Hours without a report after which a device is offline.',
    String(offlineAfterHours),
    wholeNumber(1, 8784),
  ),
  readingMonths: required('PLATEN_READING_MONTHS', 'Months for which readings are stored.', '13', wholeNumber(2, 240)),
  eventMonths: required(
    'PLATEN_EVENT_MONTHS',
    'Months for which errors of devices are stored.',
    '24',
    wholeNumber(2, 240),
  ),
  mailServer: optional(
    'PLATEN_SMTP_URL',
    'Server that takes the mail of messages, like smtp://user:password@mail.example:587 or smtps://mail.example. Without it no mail is sent; the development sign-in then shows it at /identity/mailbox.',
    mailServer,
    { secret: true },
  ),
  mailFrom: optional(
    'PLATEN_MAIL_FROM',
    'Sender of mail, like Platen <platen@example.com>; required with PLATEN_SMTP_URL.',
    mailAddress,
  ),
  mailReplyTo: optional('PLATEN_MAIL_REPLY_TO', 'Where answers to mail go, if not to the sender.', mailAddress),
  mailTls: required(
    'PLATEN_SMTP_TLS',
    'Encryption of mail on its way to the server: required (STARTTLS or smtps), opportunistic (if the server offers it; without sign-in only), none (on this machine only).',
    'required',
    oneOf(['required', 'opportunistic', 'none']),
  ),
  webhookAllow: required(
    'PLATEN_WEBHOOK_ALLOW',
    'Hosts, addresses and networks that messages may go to although they are not public, also by http: names, addresses or networks like 10.2.0.0/16, separated by commas.',
    '',
    allowedDestinations,
  ),
  modelFamilies: optional(
    'PLATEN_MODEL_FAMILIES',
    'JSON file with the families of further models, in addition to the built-in table; read at start. Format: docs/catalogues.md.',
    readModelFamilies,
  ),
  metrics: required(
    'PLATEN_METRICS',
    'Who may read /metrics: loopback (only this machine), open (anyone), off.',
    'loopback',
    oneOf(['loopback', 'open', 'off']),
  ),
  logLevel: required(
    'PLATEN_LOG_LEVEL',
    'Minimum log level.',
    'info',
    oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
  ),
  logAddresses: required(
    'PLATEN_LOG_ADDRESSES',
    'Addresses of clients in log lines: full, truncated (IPv4 to 24 bits, IPv6 to 48; whole at sign-ins and at refused calls), none.',
    'truncated',
    oneOf(addressForms),
  ),
  environment: required(
    'NODE_ENV',
    'Anything but production also checks every answer against its schema.',
    'development',
    matching(/^[A-Za-z]{1,20}$/, 'a word'),
  ),
} as const satisfies Record<string, Setting<unknown>>;
