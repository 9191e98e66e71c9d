import { expect, test } from 'vitest'
import { ConfigError, readConfig, readNetwork } from './config.ts'
import { publicAnd } from './platform/outgoing-requests/private-networks.ts'

const refusal = (env: Record<string, string>) => {
  try {
    readConfig(env, '/srv/basalt')
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError)
    return (error as Error).message
  }
  throw new Error('the environment was accepted')
}

test('an empty environment gives the documented defaults', () => {
  expect(readConfig({}, '/srv/basalt')).toMatchObject({
    port: 4000,
    host: '127.0.0.1',
    dataDir: '/srv/basalt/.basalt',
    edition: 'platform',
    poolerPorts: { session: 5432, transaction: 6543 },
    dbPortRange: { first: 24400, last: 25399 },
    dedicatedPortRange: { first: 25400, last: 26399 },
    defaultPlan: 'pro',
    // Strangers cannot sign up, and without a mail server no mail is sent.
    disabledFeatures: ['dashboard_auth:sign_up', 'dashboard_auth:reset_by_mail'],
  })
})

test('sign-up is open when it is switched on, unless the feature is disabled', () => {
  const offeredBy = (env: Record<string, string>) =>
    !readConfig(env, '/srv/basalt').disabledFeatures.includes('dashboard_auth:sign_up')
  expect(offeredBy({})).toBe(false)
  expect(offeredBy({ BASALT_SIGN_UP: 'open' })).toBe(true)
  expect(offeredBy({ BASALT_SIGN_UP: 'open', BASALT_DISABLED_FEATURES: 'dashboard_auth:sign_up' })).toBe(
    false,
  )
})

test('passwords are reset by mail where there are a mail server and an address to link to', () => {
  const mail = { BASALT_SMTP_URL: 'smtp://mail.example.com', BASALT_MAIL_FROM: 'db@example.com' }
  const offeredBy = (env: Record<string, string>) =>
    !readConfig(env, '/srv/basalt').disabledFeatures.includes('dashboard_auth:reset_by_mail')
  expect(offeredBy(mail)).toBe(false)
  expect(offeredBy({ ...mail, BASALT_PUBLIC_URL: 'https://db.example.com' })).toBe(true)
})

test('a region is the code of a known one or a name, and this machine when there is none', () => {
  const regionOf = (region?: string) =>
    readConfig(region === undefined ? {} : { BASALT_REGION: region }, '/srv/basalt').region
  expect(regionOf()).toBe('local')
  expect(regionOf(' eu-central-1 ')).toBe('eu-central-1')
  expect(regionOf('Büro Berlin')).toBe('Büro Berlin')
  expect(refusal({ BASALT_REGION: 'two\nlines' })).toContain('BASALT_REGION must be a name on one line')
  expect(refusal({ BASALT_REGION: 'x'.repeat(65) })).toContain('at most 64 characters')
})

test('a mail server is given with the sender of its mails', () => {
  const { mail } = readConfig(
    { BASALT_SMTP_URL: 'smtps://u:p@mail.example.com', BASALT_MAIL_FROM: 'Basalt <db@example.com>' },
    '/srv/basalt',
  )
  expect(mail).toMatchObject({ url: { hostname: 'mail.example.com' }, from: 'Basalt <db@example.com>' })
})

test('an AI endpoint is an address and a model, with a key or without', () => {
  const env = { BASALT_AI_BASE_URL: 'http://127.0.0.1:11434/v1', BASALT_AI_MODEL: 'small' }
  const { ai } = readConfig(env, '/srv/basalt')
  expect(ai).toEqual({ baseUrl: 'http://127.0.0.1:11434/v1', apiKey: undefined, model: 'small' })
  expect(readConfig({ ...env, BASALT_AI_API_KEY: 'sk-1' }, '/srv/basalt').ai?.apiKey).toBe('sk-1')
  expect(readConfig({}, '/srv/basalt').ai).toBeUndefined()
})

test('only configured proxies are trusted', () => {
  expect(readConfig({}, '/srv/basalt').trustedProxies).toEqual([])
  expect(readConfig({ BASALT_TRUSTED_PROXIES: '127.0.0.1, fd00::/8' }, '/srv/basalt').trustedProxies).toEqual(
    [
      { address: '127.0.0.1', prefix: 32 },
      { address: 'fd00::', prefix: 8 },
    ],
  )
})

test('an empty value counts as unset', () => {
  expect(readConfig({ BASALT_PORT: '', BASALT_EDITION: ' ' }, '/srv/basalt')).toMatchObject({
    port: 4000,
    edition: 'platform',
  })
})

test.each([
  [{ BASALT_PORT: 'http' }, 'BASALT_PORT must be a number from 1 to 65535'],
  [{ BASALT_PORT: '70000' }, 'BASALT_PORT'],
  [{ BASALT_EDITION: 'cloud' }, 'BASALT_EDITION must be one of platform, self-hosted'],
  [{ BASALT_DB_PORT_RANGE: '54400' }, 'BASALT_DB_PORT_RANGE must be two ports such as 24400-25399'],
  [{ BASALT_DB_PORT_RANGE: '60000-54400' }, 'lowest first'],
  [
    { BASALT_DB_PORT_RANGE: '24000-24999', BASALT_DEDICATED_POOLER_PORT_RANGE: '24999-25999' },
    'BASALT_DEDICATED_POOLER_PORT_RANGE (24999-25999) must have no port in common with BASALT_DB_PORT_RANGE (24000-24999)',
  ],
  [{ BASALT_DEFAULT_PLAN: 'gold' }, 'BASALT_DEFAULT_PLAN must be one of free, pro, team, enterprise'],
  [{ BASALT_DISABLED_FEATURES: 'projects:create,typo:all' }, 'not typo:all'],
  [{ BASALT_METADATA_URL: 'mysql://localhost' }, 'BASALT_METADATA_URL'],
  [{ BASALT_PUBLIC_URL: 'db.example.com' }, 'BASALT_PUBLIC_URL'],
  [{ BASALT_TRUSTED_PROXIES: '127.0.0.1, proxy' }, 'BASALT_TRUSTED_PROXIES must be addresses and networks'],
  [{ BASALT_PUBLIC_URL: 'https://example.com/basalt' }, 'an address without a path'],
  [{ BASALT_METRICS_TOKEN: 'short' }, 'BASALT_METRICS_TOKEN must be at least 16'],
  [{ BASALT_SIGN_UP: 'yes' }, 'BASALT_SIGN_UP must be open or closed'],
  [
    { BASALT_OWNER_EMAIL: 'a@example.com' },
    'BASALT_OWNER_EMAIL and BASALT_OWNER_PASSWORD must be set together',
  ],
  [{ BASALT_SMTP_URL: 'http://mail.example.com', BASALT_MAIL_FROM: 'a@example.com' }, 'BASALT_SMTP_URL'],
  [
    { BASALT_SMTP_URL: 'smtp://mail.example.com', BASALT_MAIL_FROM: 'Basalt' },
    'BASALT_MAIL_FROM must be such',
  ],
  [
    { BASALT_SMTP_URL: 'smtp://mail.example.com' },
    'BASALT_SMTP_URL and BASALT_MAIL_FROM must be set together',
  ],
  [{ BASALT_AI_MODEL: 'small' }, 'BASALT_AI_BASE_URL and BASALT_AI_MODEL must be set together'],
  [{ BASALT_AI_API_KEY: 'sk-1' }, 'BASALT_AI_BASE_URL must be set with BASALT_AI_API_KEY'],
  [{ BASALT_AI_BASE_URL: 'ollama', BASALT_AI_MODEL: 'small' }, 'BASALT_AI_BASE_URL must be an address'],
  [
    { BASALT_AI_BASE_URL: 'https://me:secret@ai.example.com', BASALT_AI_MODEL: 'small' },
    'put the key into BASALT_AI_API_KEY',
  ],
  [{ BASALT_EDITION: 'self-hosted', BASALT_HOST: '0.0.0.0' }, 'BASALT_HOST must be 127.0.0.1'],
] as [Record<string, string>, string][])(
  '%j is refused in one line that says how to fix it',
  (env, words) => {
    const message = refusal(env)
    expect(message).toContain(words)
    expect(message).not.toContain('\n')
  },
)

test('an S3 bucket is configured completely or not at all', () => {
  const bucket = {
    BASALT_S3_ENDPOINT: 'https://s3.example.com',
    BASALT_S3_BUCKET: 'basalt',
    BASALT_S3_ACCESS_KEY_ID: 'key',
    BASALT_S3_SECRET_ACCESS_KEY: 'secret',
  }
  expect(readConfig(bucket, '/app').s3).toEqual({
    endpoint: 'https://s3.example.com',
    region: 'us-east-1',
    bucket: 'basalt',
    accessKeyId: 'key',
    secretAccessKey: 'secret',
  })
  expect(readConfig({}, '/app').s3).toBeUndefined()
  expect(() => readConfig({ ...bucket, BASALT_S3_BUCKET: '' }, '/app')).toThrow(
    'BASALT_S3_BUCKET must be set',
  )
})

test('backups go to a folder, or to a bucket of the configured service', () => {
  const service = {
    BASALT_S3_ENDPOINT: 'https://s3.example.com',
    BASALT_S3_BUCKET: 'files',
    BASALT_S3_ACCESS_KEY_ID: 'key',
    BASALT_S3_SECRET_ACCESS_KEY: 'secret',
  }
  const backupsOf = (env: Record<string, string>) => readConfig(env, '/app').backups
  expect(backupsOf({})).toBeUndefined()
  expect(backupsOf({ BASALT_BACKUP_URL: '/mnt/backups' })).toEqual({ folder: '/mnt/backups' })
  expect(backupsOf({ ...service, BASALT_BACKUP_URL: 's3://backups' })).toEqual({
    endpoint: 'https://s3.example.com',
    region: 'us-east-1',
    bucket: 'backups',
    accessKeyId: 'key',
    secretAccessKey: 'secret',
  })
  expect(() => backupsOf({ BASALT_BACKUP_URL: 's3://backups' })).toThrow('BASALT_S3_ENDPOINT must be set')
  for (const url of ['backups', 'https://s3.example.com/backups', 's3://'])
    expect(() => backupsOf({ BASALT_BACKUP_URL: url })).toThrow('BASALT_BACKUP_URL must be')
})

test.each([
  ['127.0.0.1', { address: '127.0.0.1', prefix: 32 }],
  ['10.0.0.0/8', { address: '10.0.0.0', prefix: 8 }],
  ['::1', { address: '::1', prefix: 128 }],
  ['fd00::/8', { address: 'fd00::', prefix: 8 }],
  ['10.0.0.0/33', undefined],
  ['10.0.0.0/', undefined],
  ['10.0.0.0/8/8', undefined],
  ['proxy.internal', undefined],
  ['', undefined],
])('%j is the network %j', (text, network) => {
  expect(readNetwork(text)).toEqual(network)
})

const LAN = '10.20.1.2'
test.each<[string, Record<string, string>, requests: string[], databases: string[]]>([
  ['by default', {}, [], [LAN, '127.0.0.1']],
  ['where strangers can sign up', { BASALT_SIGN_UP: 'open' }, [], []],
  ['in the self-hosted edition', { BASALT_EDITION: 'self-hosted' }, [LAN, '127.0.0.1'], [LAN, '127.0.0.1']],
  ['with allow', { BASALT_PRIVATE_NETWORKS: 'allow' }, [LAN, '127.0.0.1'], [LAN, '127.0.0.1']],
  ['with refuse', { BASALT_PRIVATE_NETWORKS: 'refuse' }, [], []],
  ['with a list', { BASALT_PRIVATE_NETWORKS: '10.20.0.0/16, fd00::/8' }, [LAN], [LAN]],
  [
    'with a list and the older name',
    { BASALT_PRIVATE_NETWORKS: '10.20.0.0/16', BASALT_WEBHOOKS_TO_PRIVATE_NETWORKS: 'allow' },
    [LAN],
    [LAN],
  ],
  [
    'with the older name, which is not about databases',
    { BASALT_WEBHOOKS_TO_PRIVATE_NETWORKS: 'allow' },
    [LAN, '127.0.0.1'],
    [LAN, '127.0.0.1'],
  ],
])('%s these private addresses can be connected to', (_title, env, requests, databases) => {
  const { privateNetworks } = readConfig(env, '/app')
  const reach = {
    requests: publicAnd(privateNetworks.requests),
    databases: publicAnd(privateNetworks.databases),
  }
  const within = (kind: 'requests' | 'databases') =>
    [LAN, '127.0.0.1', '10.21.0.1', '::ffff:127.0.0.1'].filter((address) => reach[kind].includes(address))
  const all = (found: string[]) =>
    found.length === 2 ? [LAN, '127.0.0.1', '10.21.0.1', '::ffff:127.0.0.1'] : found
  expect(within('requests')).toEqual(all(requests))
  expect(within('databases')).toEqual(all(databases))
  expect(reach.requests.includes('203.0.113.7') && reach.databases.includes('2001:db8::7')).toBe(true)
})

test('a list of private networks with something else is refused', () => {
  expect(() => readConfig({ BASALT_PRIVATE_NETWORKS: '10.0.0.0/8,intranet' }, '/app')).toThrow(
    'BASALT_PRIVATE_NETWORKS must be allow, refuse, or networks',
  )
})

test.each<[string, Record<string, string>, string | undefined]>([
  ['no endpoint', {}, undefined],
  [
    'an endpoint for everything',
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318/' },
    'http://127.0.0.1:4318/v1/traces',
  ],
  [
    'an endpoint of its own',
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://a:1', OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://b:2/traces' },
    'http://b:2/traces',
  ],
  ['a switch', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://a:1', OTEL_SDK_DISABLED: 'TRUE' }, undefined],
  ['no exporter', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://a:1', OTEL_TRACES_EXPORTER: 'none' }, undefined],
])('with %s in the environment traces go to the right place', (_title, env, url) => {
  expect(readConfig(env, '/app').tracing?.url).toBe(url)
})

test.each([
  [
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4317' },
    'OTEL_EXPORTER_OTLP_ENDPOINT must be an address such as',
  ],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://me:secret@a:1' }, 'OTEL_EXPORTER_OTLP_HEADERS'],
  [{ OTEL_TRACES_SAMPLER: 'some' }, 'OTEL_TRACES_SAMPLER must be one of always_on'],
  [{ OTEL_TRACES_SAMPLER_ARG: '2' }, 'OTEL_TRACES_SAMPLER_ARG must be a share from 0 to 1'],
])('%j is refused', (env, reason) => {
  expect(refusal(env)).toContain(reason)
})
