import { expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

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
    dbPortRange: { first: 54400, last: 55399 },
    defaultPlan: 'pro',
    disabledFeatures: [],
  })
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
  [{ BASALT_DB_PORT_RANGE: '54400' }, 'BASALT_DB_PORT_RANGE must be two ports such as 54400-55399'],
  [{ BASALT_DB_PORT_RANGE: '60000-54400' }, 'lowest first'],
  [{ BASALT_DEFAULT_PLAN: 'gold' }, 'BASALT_DEFAULT_PLAN must be one of free, pro, team, enterprise'],
  [{ BASALT_DISABLED_FEATURES: 'projects:create,typo:all' }, 'not typo:all'],
  [{ BASALT_METADATA_URL: 'mysql://localhost' }, 'BASALT_METADATA_URL'],
  [{ BASALT_PUBLIC_URL: 'db.example.com' }, 'BASALT_PUBLIC_URL'],
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

test('a bucket of an S3 service is named whole or not at all', () => {
  const bucket = {
    BASALT_S3_ENDPOINT: 'https://s3.example.com',
    BASALT_S3_BUCKET: 'basalt',
    BASALT_S3_ACCESS_KEY_ID: 'key',
    BASALT_S3_SECRET_ACCESS_KEY: 'secret',
  }
  expect(readConfig(bucket, '/app').s3).toEqual({
    ...{ endpoint: 'https://s3.example.com', region: 'us-east-1', bucket: 'basalt' },
    ...{ accessKeyId: 'key', secretAccessKey: 'secret' },
  })
  expect(readConfig({}, '/app').s3).toBeUndefined()
  expect(() => readConfig({ ...bucket, BASALT_S3_BUCKET: '' }, '/app')).toThrow(
    'BASALT_S3_BUCKET must be set',
  )
})
