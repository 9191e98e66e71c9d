import { expect, test } from 'vitest'
import { signInNotice } from './sign-in-notice.ts'

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

test('sign-ins with the same device and address share a notification', () => {
  const keyOf = (userAgent: string, address: string) => signInNotice({ userAgent, address }).key
  expect(keyOf(firefox, '10.0.0.1')).toBe(keyOf(firefox, '10.0.0.1'))
  expect(keyOf('curl/8.14.1', '10.0.0.1')).not.toBe(keyOf(firefox, '10.0.0.1'))
  expect(keyOf(firefox, '10.0.0.2')).not.toBe(keyOf(firefox, '10.0.0.1'))
})

test('the name of a program is shown as text, never as markup', () => {
  const { message } = signInNotice({ userAgent: 'my_*tool*', address: '10.0.0.1' })
  expect(message).toContain('from 10.0.0.1 (**my\\_**)')
})
