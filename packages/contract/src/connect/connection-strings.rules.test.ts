import { expect, test } from 'vitest'
import type { ClientType } from './connect.rules.ts'
import { clientTypes } from './connect.rules.ts'
import { connectionString } from './connection-strings.rules.ts'

const parameters = { host: '127.0.0.1', port: 54401, database: 'postgres', user: 'postgres' }
const uri = 'postgresql://postgres:[YOUR_PASSWORD]@127.0.0.1:54401/postgres'

const expected: Record<ClientType, string> = {
  uri,
  psql: 'psql -h 127.0.0.1 -p 54401 -d postgres -U postgres',
  golang: `DATABASE_URL=${uri}`,
  jdbc: 'jdbc:postgresql://127.0.0.1:54401/postgres?user=postgres&password=[YOUR_PASSWORD]',
  dotnet: `{
  "ConnectionStrings": {
    "DefaultConnection": "Host=127.0.0.1;Port=54401;Database=postgres;Username=postgres;Password=[YOUR_PASSWORD];SSL Mode=Prefer"
  }
}`,
  nodejs: `DATABASE_URL=${uri}`,
  php: `DATABASE_URL=${uri}`,
  python: `DATABASE_URL=${uri}`,
  sqlalchemy: 'user=postgres\npassword=[YOUR_PASSWORD]\nhost=127.0.0.1\nport=54401\ndbname=postgres',
}

test.each(clientTypes.map(({ id }) => id))('%s connects directly', (type) => {
  expect(connectionString(type, parameters)).toBe(expected[type])
})

test('an IPv6 address stands in brackets where a URL needs them', () => {
  const six = { ...parameters, host: '::1' }
  expect(connectionString('uri', six)).toContain('@[::1]:54401/')
  expect(connectionString('jdbc', six)).toContain('//[::1]:54401/')
  expect(connectionString('psql', six)).toContain('-h ::1 ')
})
