import { expect, test } from 'vitest'
import { openSmtpServer } from '../../test/smtp-server.ts'
import { smtpMailer } from './smtp-mailer.ts'

const from = 'Basalt <basalt@example.com>'
const mailTo = (to: string) => ({ to, subject: 'Hello', text: 'One\n.\nTwo' })
const mailerFor = (url: string) => smtpMailer({ url: new URL(url), from }, () => undefined)

test('each mail arrives as it was written, with its sender', async () => {
  await using server = await openSmtpServer()
  const outcome = await mailerFor(server.url).sendAll([mailTo('ann@example.com'), mailTo('bob@example.com')])
  expect(outcome).toEqual([undefined, undefined])
  expect(server.received.map(({ to }) => to)).toEqual([['ann@example.com'], ['bob@example.com']])
  expect(server.received[0]?.from).toBe('basalt@example.com')
  expect(server.received[0]?.content).toContain('Subject: Hello')
  expect(server.received[0]?.content).toContain('One\r\n.\r\nTwo')
})

test('a refused address does not affect other mails', async () => {
  await using server = await openSmtpServer()
  const outcome = await mailerFor(server.url).sendAll([
    mailTo('nobody@example.com'),
    mailTo('ann@example.com'),
  ])
  expect(outcome).toEqual([expect.stringContaining('550 No such user here'), undefined])
  expect(server.received).toHaveLength(1)
})

test('a subject cannot add a header, nor an address a second recipient', async () => {
  await using server = await openSmtpServer()
  await mailerFor(server.url).sendAll([
    { to: 'ann@example.com', subject: 'Hi\r\nBcc: eve@example.com', text: 'x' },
  ])
  expect(server.received[0]?.to).toEqual(['ann@example.com'])
  expect(server.received[0]?.content).not.toMatch(/^Bcc:/im)
})

test('the password in the URL is used, and a wrong one is reported without revealing it', async () => {
  await using server = await openSmtpServer({ password: 'pa ss/word' })
  expect(await mailerFor(server.url).sendAll([mailTo('ann@example.com')])).toEqual([undefined])
  const wrong = server.url.replace('pa%20ss', 'other')
  const [reason] = await mailerFor(wrong).sendAll([mailTo('ann@example.com')])
  expect(reason).toContain('BASALT_SMTP_URL')
  expect(reason).not.toContain('other')
})

test('an unreachable server fails all mails after one attempt', async () => {
  const server = await openSmtpServer()
  await server[Symbol.asyncDispose]()
  const errors: unknown[] = []
  const mailer = smtpMailer({ url: new URL(server.url), from }, (error) => errors.push(error))
  const outcome = await mailer.sendAll([mailTo('ann@example.com'), mailTo('bob@example.com')])
  expect(outcome).toEqual([
    expect.stringContaining('could not be used'),
    expect.stringContaining('could not be used'),
  ])
  expect(errors).toHaveLength(1)
})
