import { expect, test } from 'vitest'
import { GENERATED_PASSWORD_LENGTH, generatePassword, passwordScore } from './password.rules.ts'

test.each([
  ['', 0],
  ['abc', 0],
  ['password', 0],
  ['password123456', 0],
  ['Password1!', 1],
  ['Passw0rd!', 3],
  ['MyStr0ng!Pass', 4],
  ['aaaaaaaaaaaaaaaaaaaa', 0],
  ['abcdefghijklmnop', 0],
  ['12345678901234567890', 0],
  ['postgres-postgres-postgres', 3],
  ['k7Rw2p', 2],
  ['k7Rw2pXq', 3],
  ['k7Rw2pXqMz', 4],
  ['correct horse battery staple', 4],
  ['сложный-пароль-из-слов', 4],
])('the password %j scores %i', (password, score) => {
  expect(passwordScore(password)).toBe(score)
})

test('generated passwords are strong, differ, and need no escaping in a URL', () => {
  const passwords = Array.from({ length: 200 }, generatePassword)
  expect(new Set(passwords).size).toBe(200)
  for (const password of passwords) {
    expect(passwordScore(password)).toBe(4)
    expect(password).toHaveLength(GENERATED_PASSWORD_LENGTH)
    expect(encodeURIComponent(password)).toBe(password)
  }
})
