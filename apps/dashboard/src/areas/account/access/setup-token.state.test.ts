import { afterEach, expect, test } from 'vitest'
import { clearSetupToken, setupToken, storeSetupToken } from './setup-token.state.ts'

afterEach(clearSetupToken)

test('the token of the link is stored until the set-up is done', () => {
  expect(storeSetupToken('token=a-b_c')).toBe(true)
  expect(setupToken()).toBe('a-b_c')
  expect(storeSetupToken('')).toBe(false)
  expect(setupToken()).toBe('a-b_c')
  clearSetupToken()
  expect(setupToken()).toBeUndefined()
})

test.each(['', 'token', 'token=', 'access-tokens'])('%j contains no token', (fragment) => {
  expect(storeSetupToken(fragment)).toBe(false)
  expect(setupToken()).toBeUndefined()
})
