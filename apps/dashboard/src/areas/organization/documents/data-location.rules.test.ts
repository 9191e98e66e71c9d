import { expect, test } from 'vitest'
import { dataLocation } from './data-location.rules.ts'

const text = (...of: Parameters<typeof dataLocation>) => dataLocation(...of).map((one) => one.text)

test('an installation without external services says so', () => {
  const [, accounts, , others] = text({ metadata: 'embedded', releases_host: null, mail_host: null })
  expect(accounts).toContain('on the same machine')
  expect(others).toContain('No data leaves this machine')
})

test('an external database, the release host and the mail server are named', () => {
  const [, accounts, , others] = text({
    metadata: 'external',
    releases_host: 'example.com',
    mail_host: 'mail.example.com',
  })
  expect(accounts).toContain('may be another machine')
  expect(others).toMatch(/^example\.com is checked .* mail\.example\.com receives/)
})
