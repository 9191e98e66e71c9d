import { expect, test } from 'vitest'
import { dummyPasswordHash, hashPassword, verifyPassword } from './passwords.ts'

test('a password is verified against its own hash only', async () => {
  const stored = await hashPassword('correct horse')
  expect(await verifyPassword('correct horse', stored)).toBe(true)
  expect(await verifyPassword('correct horsf', stored)).toBe(false)
})

test('two hashes of one password differ and state argon2id with its cost', async () => {
  const [one, two] = await Promise.all([hashPassword('same'), hashPassword('same')])
  expect(one).not.toBe(two)
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

test('the dummy hash costs the same and matches no password', async () => {
  expect(dummyPasswordHash.split('$').slice(0, 4)).toEqual((await hashPassword('x')).split('$').slice(0, 4))
  expect(await verifyPassword('', dummyPasswordHash)).toBe(false)
})

test('a stored text that is not a hash matches no password', async () => {
  expect(await verifyPassword('', '')).toBe(false)
})
