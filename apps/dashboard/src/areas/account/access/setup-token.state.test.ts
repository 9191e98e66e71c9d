import { afterEach, expect, test } from 'vitest'
import { forgetSetupToken, keepSetupToken, setupToken } from './setup-token.state.ts'

afterEach(forgetSetupToken)

test('the token of the link is kept until the set-up is done', () => {
  expect(keepSetupToken('token=a-b_c')).toBe(true)
  expect(setupToken()).toBe('a-b_c')
  expect(keepSetupToken('')).toBe(false)
  expect(setupToken()).toBe('a-b_c')
  forgetSetupToken()
  expect(setupToken()).toBeUndefined()
})

test.each(['', 'token', 'token=', 'access-tokens'])('%j holds no token', (fragment) => {
  expect(keepSetupToken(fragment)).toBe(false)
  expect(setupToken()).toBeUndefined()
})
