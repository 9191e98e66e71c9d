import { isIP } from 'node:net'
import path from 'node:path'
import { type FeatureKey, featureKeys } from '@basalt/contract/installation/features.rules.ts'
import { editions } from '@basalt/contract/installation/installation.schema.ts'
import { planIds } from '@basalt/contract/organizations/organizations.rules.ts'
import { LOCAL_REGION, REGION_MAX } from '@basalt/contract/projects/regions.rules.ts'
import { z } from 'zod'
import { rangeBeside, rangesOverlap, rangeText } from './platform/port-ranges.rules.ts'

const Port = z.coerce.number('a number from 1 to 65535').int().min(1).max(65535)
const LOOPBACK_HOSTS = ['127.0.0.1', 'localhost', '::1']

const PortRange = z
  .string()
  .regex(/^\d+-\d+$/, 'two ports such as 24400-25399')
  .transform((range) => range.split('-').map(Number) as [number, number])
  .refine(
    ([first, last]) => first >= 1024 && last <= 65535 && first < last,
    'two ports from 1024 to 65535, lowest first',
  )
  .transform(([first, last]) => ({ first, last }))

/** `Basalt <basalt@example.com>`, or the address alone. */
const Sender = z
  .string()
  .regex(/^(?:[^<>@\r\n]+<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/, 'such as Basalt <basalt@example.com>')

const Features = z.string().transform((list, context) => {
  const keys = list.split(',').flatMap((key) => key.trim() || [])
  const unknown = keys.filter((key) => !featureKeys.includes(key as FeatureKey))
  if (unknown.length > 0)
    context.addIssue({
      code: 'custom',
      message: `known keys only (${featureKeys.join(', ')}), not ${unknown.join(', ')}`,
    })
  return keys as FeatureKey[]
})

export interface Network {
  readonly address: string
  readonly prefix: number
}

/** An address such as `10.0.0.7` or a network such as `fd00::/8`; undefined for everything else. */
export function readNetwork(text: string): Network | undefined {
  const [address = '', prefix, ...more] = text.split('/')
  const version = isIP(address)
  const longest = version === 6 ? 128 : 32
  if (version === 0 || more.length > 0) return undefined
  if (prefix === undefined) return { address, prefix: longest }
  return /^\d{1,3}$/.test(prefix) && Number(prefix) <= longest
    ? { address, prefix: Number(prefix) }
    : undefined
}

const Networks = z.string().transform((list, context) =>
  list.split(',').flatMap((item) => {
    const text = item.trim()
    const network = readNetwork(text)
    if (text !== '' && !network)
      context.addIssue({
        code: 'custom',
        message: `addresses and networks such as 127.0.0.1,10.0.0.0/8, not ${text}`,
      })
    return network ?? []
  }),
)
/** All of them, or those of a list, which may be empty. */
const PrivateNetworks = z.string().transform((text, context): 'all' | Network[] => {
  if (text === 'allow') return 'all'
  const items = text === 'refuse' ? [] : text.split(',')
  const found = items.map((item) => readNetwork(item.trim()))
  if (found.includes(undefined))
    context.addIssue({
      code: 'custom',
      message: 'allow, refuse, or networks such as 10.20.0.0/16,192.168.1.7',
    })
  return found.filter((network) => network !== undefined)
})

/** The code of a known region, or a name that the operator chose. */
const Region = z
  .string()
  .trim()
  .max(REGION_MAX, `at most ${REGION_MAX} characters long`)
  .regex(/^\P{Cc}+$/u, 'a name on one line, such as eu-central-1 or Office Berlin')

const OtlpEndpoint = z
  .url({ protocol: /^https?$/, error: 'an address such as http://127.0.0.1:4318' })
  .refine(
    (url) => !URL.parse(url)?.username,
    'an address without a user; put credentials into OTEL_EXPORTER_OTLP_HEADERS',
  )

const traceSamplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const

const Environment = z.object({
  BASALT_PORT: Port.default(4000),
  BASALT_HOST: z.string().min(1).default('127.0.0.1'),
  BASALT_DATA_DIR: z.string().min(1).optional(),
  BASALT_EDITION: z.enum(editions, `one of ${editions.join(', ')}`).default('platform'),
  BASALT_PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'an address such as https://db.example.com' })
    .refine((url) => {
      const parsed = URL.parse(url)
      return parsed !== null && parsed.origin === parsed.href.replace(/\/$/, '')
    }, 'an address without a path, such as https://db.example.com: Basalt needs its own host name or port')
    .optional(),
  BASALT_TRUSTED_PROXIES: Networks.default([]),
  BASALT_OWNER_EMAIL: z.email('an email address').optional(),
  BASALT_OWNER_PASSWORD: z.string().min(8, 'at least 8 characters').optional(),
  BASALT_SESSION_POOLER_PORT: Port.default(5432),
  BASALT_TRANSACTION_POOLER_PORT: Port.default(6543),
  BASALT_DB_PORT_RANGE: PortRange.default({ first: 24400, last: 25399 }),
  BASALT_DEDICATED_POOLER_PORT_RANGE: PortRange.optional(),
  BASALT_METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,}$/, 'at least 16 letters, digits or symbols without spaces')
    .optional(),
  BASALT_SIGN_UP: z.enum(['open', 'closed'], 'open or closed').default('closed'),
  BASALT_DEFAULT_PLAN: z.enum(planIds, `one of ${planIds.join(', ')}`).default('pro'),
  BASALT_DISABLED_FEATURES: Features.default([]),
  BASALT_SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'an address such as smtp://user:password@mail.example.com:587' })
    .optional(),
  BASALT_MAIL_FROM: Sender.optional(),
  BASALT_PRIVATE_NETWORKS: PrivateNetworks.optional(),
  /** The name of an earlier version, which had no list. */
  BASALT_WEBHOOKS_TO_PRIVATE_NETWORKS: z.enum(['allow', 'refuse'], 'allow or refuse').optional(),
  BASALT_CLI_RELEASES_URL: z
    .url({ protocol: /^https?$/, error: 'an address that answers with a list of releases in JSON' })
    .optional(),
  BASALT_LEAKED_PASSWORDS: z.string().optional(),
  BASALT_AI_BASE_URL: z
    .url({ protocol: /^https?$/, error: 'an address such as https://api.openai.com/v1' })
    .refine(
      (url) => !URL.parse(url)?.username,
      'an address without a user; put the key into BASALT_AI_API_KEY',
    )
    .optional(),
  BASALT_AI_API_KEY: z
    .string()
    .regex(/^[\x21-\x7e]+$/, 'a key without spaces')
    .optional(),
  BASALT_AI_MODEL: z.string().optional(),
  BASALT_CLOUD_MARKETPLACE_URL: z
    .url({ protocol: /^https?$/, error: 'an address such as https://market.example.com/{slug}' })
    .optional(),
  BASALT_VERCEL_URL: z
    .url({ protocol: /^https?$/, error: 'an address such as https://vercel.com/dashboard/{installation_id}' })
    .optional(),
  BASALT_REGION: Region.optional(),
  BASALT_S3_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'an address such as https://s3.example.com' })
    .optional(),
  BASALT_S3_REGION: z.string().default('us-east-1'),
  BASALT_S3_BUCKET: z.string().optional(),
  BASALT_S3_ACCESS_KEY_ID: z.string().optional(),
  BASALT_S3_SECRET_ACCESS_KEY: z.string().optional(),
  BASALT_BACKUP_URL: z
    .string()
    .regex(
      /^(?:\/.*|s3:\/\/[a-z0-9][a-z0-9.-]+)$/,
      'the absolute path of a folder, or a bucket such as s3://backups',
    )
    .optional(),
  BASALT_BACKUP_ENCRYPTION: z.enum(['on', 'off'], 'on or off').default('off'),
  BASALT_METADATA_URL: z
    .url({
      protocol: /^postgres(?:ql)?$/,
      error: 'an address such as postgresql://user:password@host:5432/basalt',
    })
    .optional(),
  // The names and defaults are those of OpenTelemetry.
  OTEL_EXPORTER_OTLP_ENDPOINT: OtlpEndpoint.optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: OtlpEndpoint.optional(),
  OTEL_SDK_DISABLED: z.string().default('false'),
  OTEL_TRACES_EXPORTER: z.string().default('otlp'),
  OTEL_SERVICE_NAME: z.string().optional(),
  OTEL_TRACES_SAMPLER: z
    .enum(traceSamplers, `one of ${traceSamplers.join(', ')}`)
    .default('parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number('a share from 0 to 1')
    .min(0, 'a share from 0 to 1')
    .max(1, 'a share from 0 to 1')
    .default(1),
})

/** Where traces go; undefined unless an endpoint is set. */
function tracingOf(values: z.output<typeof Environment>) {
  const {
    OTEL_EXPORTER_OTLP_ENDPOINT: base,
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: endpoint = base && `${base.replace(/\/$/, '')}/v1/traces`,
  } = values
  const isOff = values.OTEL_SDK_DISABLED.toLowerCase() === 'true' || values.OTEL_TRACES_EXPORTER === 'none'
  if (endpoint === undefined || isOff) return undefined
  return {
    url: endpoint,
    serviceName: values.OTEL_SERVICE_NAME,
    sampler: values.OTEL_TRACES_SAMPLER,
    /** Of the traces that are sampled, from 0 to 1. */
    share: values.OTEL_TRACES_SAMPLER_ARG,
  }
}

/** Features that are off because the settings they need are missing. */
function unavailableFeatures(values: z.output<typeof Environment>): FeatureKey[] {
  // Mails must not link to the host that a request claims, so the address has to be configured.
  const canMail = values.BASALT_SMTP_URL !== undefined && values.BASALT_PUBLIC_URL !== undefined
  return [
    ...(values.BASALT_SIGN_UP === 'closed' ? (['dashboard_auth:sign_up'] as const) : []),
    ...(canMail ? [] : (['dashboard_auth:reset_by_mail'] as const)),
  ]
}

/**
 * The private networks that members can make this server connect to. By default there are none for what they run to be
 * called, such as webhooks, because they could call what only the server reaches. Databases that they bring are mostly in
 * their own network; those have to be public where strangers can sign up.
 */
function privateNetworksOf(
  values: z.output<typeof Environment>,
): Record<'requests' | 'databases', 'all' | Network[]> {
  const {
    BASALT_PRIVATE_NETWORKS: chosen,
    BASALT_WEBHOOKS_TO_PRIVATE_NETWORKS: older,
    BASALT_EDITION: edition,
    BASALT_SIGN_UP: signUp,
  } = values
  if (chosen !== undefined) return { requests: chosen, databases: chosen }
  const isOwn = edition === 'self-hosted'
  const mayRequest = older === undefined ? isOwn : older === 'allow'
  return {
    requests: mayRequest ? 'all' : [],
    databases: isOwn || signUp === 'closed' ? 'all' : [],
  }
}

/** Only read while there is no account. */
const FIRST_ACCOUNT = ['BASALT_OWNER_EMAIL', 'BASALT_OWNER_PASSWORD']

/** Required together for an S3 bucket. */
const s3Names = ['ENDPOINT', 'BUCKET', 'ACCESS_KEY_ID', 'SECRET_ACCESS_KEY'] as const

export type Config = ReturnType<typeof readConfig>

/** A bad value in the environment, as one line that says how to fix it. */
export class ConfigError extends Error {}

/**
 * Reads the environment once. An empty value counts as unset.
 * Throws ConfigError naming the variable and the values it accepts.
 */
export function readConfig(env: Record<string, string | undefined>, root: string) {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== ''),
  )
  const parsed = Environment.safeParse(given)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new ConfigError(
      `${String(issue?.path[0])} must be ${issue?.message}. Change or unset it and start again.`,
    )
  }
  const values = parsed.data
  if (values.BASALT_EDITION === 'self-hosted' && !LOOPBACK_HOSTS.includes(values.BASALT_HOST))
    throw new ConfigError(
      'BASALT_HOST must be 127.0.0.1 in the self-hosted edition, which has no sign-in. Change or unset it.',
    )
  if ((values.BASALT_OWNER_EMAIL === undefined) !== (values.BASALT_OWNER_PASSWORD === undefined))
    throw new ConfigError(
      'BASALT_OWNER_EMAIL and BASALT_OWNER_PASSWORD must be set together. Set the other one too.',
    )
  if ((values.BASALT_SMTP_URL === undefined) !== (values.BASALT_MAIL_FROM === undefined))
    throw new ConfigError('BASALT_SMTP_URL and BASALT_MAIL_FROM must be set together. Set the other one too.')
  if ((values.BASALT_AI_BASE_URL === undefined) !== (values.BASALT_AI_MODEL === undefined))
    throw new ConfigError(
      'BASALT_AI_BASE_URL and BASALT_AI_MODEL must be set together. Set the other one too.',
    )
  if (values.BASALT_AI_API_KEY !== undefined && values.BASALT_AI_BASE_URL === undefined)
    throw new ConfigError(
      'BASALT_AI_BASE_URL must be set with BASALT_AI_API_KEY. Set it too, or unset the key.',
    )
  const dbPorts = values.BASALT_DB_PORT_RANGE
  const poolerPorts = values.BASALT_DEDICATED_POOLER_PORT_RANGE ?? rangeBeside(dbPorts)
  if (rangesOverlap(dbPorts, poolerPorts))
    throw new ConfigError(
      `BASALT_DEDICATED_POOLER_PORT_RANGE (${rangeText(poolerPorts)}) must have no port in common with BASALT_DB_PORT_RANGE (${rangeText(dbPorts)}). Change one of them.`,
    )
  const s3 = s3Names.map((name) => values[`BASALT_S3_${name}`])
  const missing = s3Names.filter((_name, index) => s3[index] === undefined)
  if (missing.length > 0 && missing.length < s3Names.length)
    throw new ConfigError(
      `BASALT_S3_${missing[0]} must be set with the other BASALT_S3_ variables. Set it too.`,
    )
  const [endpoint = '', bucket = '', accessKeyId = '', secretAccessKey = ''] = s3
  const backupUrl = values.BASALT_BACKUP_URL
  const backupBucket = backupUrl?.startsWith('s3://') ? backupUrl.slice('s3://'.length) : undefined
  if (backupBucket !== undefined && missing.length > 0)
    throw new ConfigError(
      'BASALT_S3_ENDPOINT must be set with a BASALT_BACKUP_URL that names a bucket. Set it and the other BASALT_S3_ variables too.',
    )
  return {
    port: values.BASALT_PORT,
    host: values.BASALT_HOST,
    dataDir: path.resolve(root, values.BASALT_DATA_DIR ?? '.basalt'),
    edition: values.BASALT_EDITION,
    publicUrl: values.BASALT_PUBLIC_URL,
    /** Only these peers are trusted when they report another client, host or protocol in X-Forwarded headers. */
    trustedProxies: values.BASALT_TRUSTED_PROXIES,
    owner:
      values.BASALT_OWNER_EMAIL && values.BASALT_OWNER_PASSWORD
        ? { email: values.BASALT_OWNER_EMAIL, password: values.BASALT_OWNER_PASSWORD }
        : undefined,
    mail:
      values.BASALT_SMTP_URL && values.BASALT_MAIL_FROM
        ? { url: new URL(values.BASALT_SMTP_URL), from: values.BASALT_MAIL_FROM }
        : undefined,
    privateNetworks: privateNetworksOf(values),
    /** The file of leaked passwords that users of projects may not choose. */
    leakedPasswords: values.BASALT_LEAKED_PASSWORDS && path.resolve(root, values.BASALT_LEAKED_PASSWORDS),
    /** The model that writes SQL on request, behind an OpenAI-compatible API. */
    ai:
      values.BASALT_AI_BASE_URL && values.BASALT_AI_MODEL
        ? {
            baseUrl: values.BASALT_AI_BASE_URL,
            apiKey: values.BASALT_AI_API_KEY,
            model: values.BASALT_AI_MODEL,
          }
        : undefined,
    poolerPorts: {
      session: values.BASALT_SESSION_POOLER_PORT,
      transaction: values.BASALT_TRANSACTION_POOLER_PORT,
    },
    dbPortRange: dbPorts,
    /** Ports of dedicated poolers and of the embedded metadata server. */
    dedicatedPortRange: poolerPorts,
    defaultPlan: values.BASALT_DEFAULT_PLAN,
    disabledFeatures: [...new Set([...values.BASALT_DISABLED_FEATURES, ...unavailableFeatures(values)])],
    /** Stores files in S3 instead of on disk. */
    s3:
      missing.length === 0
        ? { endpoint, bucket, region: values.BASALT_S3_REGION, accessKeyId, secretAccessKey }
        : undefined,
    /** Where backups go; into the data directory unless stated. A bucket is one of the same service as that of files. */
    backups:
      backupUrl === undefined
        ? undefined
        : backupBucket === undefined
          ? { folder: backupUrl }
          : { endpoint, bucket: backupBucket, region: values.BASALT_S3_REGION, accessKeyId, secretAccessKey },
    /** What was set, for a backup of the installation. The first account exists by then. */
    settings: Object.fromEntries(
      Object.entries(given).filter(
        (entry): entry is [string, string] =>
          entry[0].startsWith('BASALT_') && !FIRST_ACCOUNT.includes(entry[0]),
      ),
    ),
    /** Whether backups and logs are encrypted with the key of the installation before they are stored. */
    encryptsBackups: values.BASALT_BACKUP_ENCRYPTION === 'on',
    metadataUrl: values.BASALT_METADATA_URL,
    metricsToken: values.BASALT_METRICS_TOKEN,
    tracing: tracingOf(values),
    /** The page of a marketplace organization; `{slug}` and `{installation_id}` are filled in. */
    marketplaceUrl: values.BASALT_CLOUD_MARKETPLACE_URL,
    vercelUrl: values.BASALT_VERCEL_URL,
    /** The region of this machine: the code of a known one, or a name that the operator chose. */
    region: values.BASALT_REGION ?? LOCAL_REGION,
    releasesUrl: values.BASALT_CLI_RELEASES_URL,
    /** Folder of the product's guides, changelog, license and lock file. */
    productDir: path.resolve(import.meta.dirname, '..', '..', '..'),
    dashboardDir: path.join(root, 'apps', 'dashboard', 'dist'),
  }
}
