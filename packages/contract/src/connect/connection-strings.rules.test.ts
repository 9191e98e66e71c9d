import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import type { ClientType } from './connect.rules.ts'
import { clientTypes, connectMethods } from './connect.rules.ts'
import { connectionEnvironment, connectionString } from './connection-strings.rules.ts'

const parameters = { host: '127.0.0.1', port: 54401, database: 'postgres', user: 'postgres' }
const uri = 'postgresql://postgres:[YOUR_PASSWORD]@127.0.0.1:54401/postgres'
const pooler = { host: 'db.example.com', port: 6543, database: 'postgres', user: 'postgres.abc' }
const poolerUri = 'postgresql://postgres.abc:[YOUR_PASSWORD]@db.example.com:6543/postgres'
const poolerLines =
  'user=postgres.abc\npassword=[YOUR_PASSWORD]\nhost=db.example.com\nport=6543\ndbname=postgres'
const settings = (connection: string) => `{
  "ConnectionStrings": {
    "DefaultConnection": "${connection}"
  }
}`

const directly: Record<ClientType, string> = {
  uri,
  psql: 'psql -h 127.0.0.1 -p 54401 -d postgres -U postgres',
  golang: `DATABASE_URL=${uri}`,
  jdbc: 'jdbc:postgresql://127.0.0.1:54401/postgres?user=postgres&password=[YOUR_PASSWORD]',
  dotnet: settings(
    'Host=127.0.0.1;Port=54401;Database=postgres;Username=postgres;Password=[YOUR_PASSWORD];SSL Mode=Prefer',
  ),
  nodejs: `DATABASE_URL=${uri}`,
  php: `DATABASE_URL=${uri}`,
  python: `DATABASE_URL=${uri}`,
  sqlalchemy: 'user=postgres\npassword=[YOUR_PASSWORD]\nhost=127.0.0.1\nport=54401\ndbname=postgres',
}

const throughPooler: Record<ClientType, string> = {
  uri: poolerUri,
  psql: 'psql -h db.example.com -p 6543 -d postgres -U postgres.abc',
  golang: poolerLines,
  jdbc: 'jdbc:postgresql://db.example.com:6543/postgres?user=postgres.abc&password=[YOUR_PASSWORD]',
  dotnet: settings(
    'User Id=postgres.abc;Password=[YOUR_PASSWORD];Server=db.example.com;Port=6543;Database=postgres',
  ),
  nodejs: `DATABASE_URL=${poolerUri}`,
  php: poolerLines,
  python: poolerLines,
  sqlalchemy: poolerLines,
}

const types = clientTypes.map(({ id }) => id)

test.each(types)('%s connects directly', (type) => {
  expect(connectionString(type, parameters)).toBe(directly[type])
})

test.each(types)('%s connects through either pooler', (type) => {
  expect(connectionString(type, pooler, 'transaction')).toBe(throughPooler[type])
  expect(connectionString(type, { ...pooler, port: 5432 }, 'session')).toBe(
    throughPooler[type].replaceAll('6543', '5432'),
  )
})

test('an IPv6 address stands in brackets where a URL needs them', () => {
  const six = { ...parameters, host: '::1' }
  expect(connectionString('uri', six)).toContain('@[::1]:54401/')
  expect(connectionString('jdbc', six)).toContain('//[::1]:54401/')
  expect(connectionString('psql', six)).toContain('-h ::1 ')
})

test('where TLS is required, the connection strings of clients that do not use it by default say so', () => {
  for (const { id: method } of connectMethods) {
    const of = (type: ClientType) => connectionString(type, { ...pooler, sslRequired: true }, method)
    expect(of('uri')).toBe(`${poolerUri}?sslmode=require`)
    expect(of('nodejs')).toBe(`DATABASE_URL=${poolerUri}?sslmode=require`)
    expect(of('jdbc')).toContain('&sslmode=require')
    expect(JSON.parse(of('dotnet')).ConnectionStrings.DefaultConnection).toMatch(
      /;SSL Mode=Require;Trust Server Certificate=true$/,
    )
  }
})

test('an environment file has the URI and the variables that libpq reads', () => {
  expect(parseEnv(connectionEnvironment(pooler))).toEqual({
    DATABASE_URL: poolerUri,
    PGHOST: 'db.example.com',
    PGPORT: '6543',
    PGDATABASE: 'postgres',
    PGUSER: 'postgres.abc',
    PGPASSWORD: '[YOUR_PASSWORD]',
  })
  expect(parseEnv(connectionEnvironment({ ...pooler, sslRequired: true }))).toMatchObject({
    PGSSLMODE: 'require',
  })
})
