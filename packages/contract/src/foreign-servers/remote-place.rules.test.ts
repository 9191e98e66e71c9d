import { expect, test } from 'vitest'
import { placeOf, placeText, relayedUser, relayedUserOf } from './remote-place.rules.ts'

test.each([
  [{ host: 'db.example.com', port: 5432, database: 'shop', sslmode: 'prefer' }],
  [{ host: '2001:db8::7', port: 1, database: 'a/b?c#d%25', sslmode: 'verify-full' }],
  [{ host: 'bücher.example', port: 65_535, database: `Größe "s" '`, sslmode: 'disable' }],
  [{ host: '192.0.2.7', port: 6432, database: ' ', sslmode: 'require' }],
] as const)('%j is written in ASCII and read again', (place) => {
  const text = placeText(place)
  expect(text).toMatch(/^[\x21-\x7e]+$/)
  expect(placeOf(text)).toEqual(place)
})

test('port and encryption may be left out', () => {
  expect(placeOf('postgresql://db/shop')).toEqual({
    host: 'db',
    port: 5432,
    database: 'shop',
    sslmode: 'prefer',
  })
})

test.each([
  'shop',
  'postgresql://db',
  'postgresql://db/',
  'postgresql://db:0/x',
  'postgresql://db:65536/x',
  'postgresql://ann:secret@db/x',
  'postgresql://%2Ftmp/x',
  'postgresql://a,b/x',
  'postgresql://db/%zz',
  'postgresql://db/a%00b',
  'postgresql://db/x?sslmode=allow',
  'postgresql://db/x?host=/tmp',
  'https://db/x',
])('%s is no place', (text) => {
  expect(placeOf(text)).toBeUndefined()
})

test('a user keeps every character next to the id of its login', () => {
  const id = '0123456789abcdef01234567'
  for (const user of ['ann', 'Leser "x"', 'a@b', `o'\\`])
    expect(relayedUserOf(relayedUser(user, id))).toEqual({ user, id })
  expect(relayedUserOf('ann@example.com')).toBeUndefined()
  expect(relayedUserOf(`@${id}`)).toBeUndefined()
})
