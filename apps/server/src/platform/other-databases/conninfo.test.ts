import { expect, test } from 'vitest'
import { conninfo } from './conninfo.ts'

const address = {
  host: 'db.example.com',
  port: 5432,
  user: 'ann',
  password: 'x',
  database: 'shop',
  encryption: 'preferred',
} as const

test('an address cannot add parameters to its connection string', () => {
  const text = conninfo({ ...address, password: "a' passfile='/etc/x", database: 'b\\' })
  expect(text).toContain(String.raw`password='a\' passfile=\'/etc/x'`)
  expect(text).toContain(String.raw`dbname='b\\'`)
})

test.each([
  ['none', "sslmode='disable'"],
  ['preferred', "sslmode='prefer'"],
  ['required', "sslmode='require'"],
] as const)('encryption that is %s stays so', (encryption, expected) => {
  expect(conninfo({ ...address, encryption })).toContain(expected)
})

test('a certificate that was to be verified is never left unverified', () => {
  expect(() => conninfo({ ...address, encryption: 'verified' })).toThrow('no certificates')
})

test('addresses that were checked are connected to, whatever the name leads to later', () => {
  expect(conninfo(address, ['203.0.113.7', '203.0.113.8'])).toMatch(
    /^host='db\.example\.com,db\.example\.com' hostaddr='203\.0\.113\.7,203\.0\.113\.8' /,
  )
})
