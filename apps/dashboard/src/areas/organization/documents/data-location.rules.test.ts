import { expect, test } from 'vitest'
import { dataLocation } from './data-location.rules.ts'

const words = (...of: Parameters<typeof dataLocation>) => dataLocation(...of).map((one) => one.words)

test('an installation that keeps to itself says so', () => {
  const [, accounts, , others] = words({ metadata: 'embedded', releases_host: null, mail_host: null })
  expect(accounts).toContain('on the same machine')
  expect(others).toContain('nothing is sent to anybody')
})

test('another database, a list of releases and a mail server are named', () => {
  const [, accounts, , others] = words({
    metadata: 'external',
    releases_host: 'example.com',
    mail_host: 'mail.example.com',
  })
  expect(accounts).toContain('may be another machine')
  expect(others).toMatch(/^example\.com is asked .* mail\.example\.com is given/)
})
