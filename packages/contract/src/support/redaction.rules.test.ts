import { expect, test } from 'vitest'
import { redact, redactAll, redactions } from './redaction.rules.ts'

test.each([
  // Connection strings.
  ['at postgresql://app:s3cr&t@db.example.com:5432/shop now', 'at postgresql://[redacted] now'],
  ['postgres://app:p@ss@127.0.0.1/x?sslmode=disable', 'postgres://[redacted]'],
  ['"redis://cache.internal:6379"', '"redis://[redacted]"'],
  ['https://user:pa55@host.example.com/a', 'https://[redacted]@host.example.com/a'],
  ['https://example.com/a?b=c', 'https://example.com/a?b=c'],
  // Named values.
  ['password=hunter2 user=app', 'password=[redacted] user=app'],
  ['PGPASSWORD=hunter2', 'PGPASSWORD=[redacted]'],
  [`alter role app password 'it''s me' valid until`, 'alter role app password [redacted] valid until'],
  ['{"db_password":"a \\"quoted\\" one","port":1}', '{"db_password":[redacted],"port":1}'],
  ['{\\"token\\":\\"abc\\"}', '{\\"token\\":[redacted]}'],
  ['?token=abc&slug=acme', '?token=[redacted]&slug=acme'],
  ['api-key: 123; next', 'api-key: [redacted]; next'],
  ['cookie: basalt_session=abc', 'cookie: [redacted]'],
  ['password authentication failed for user "app"', 'password authentication failed for user "app"'],
  ['the session ended', 'the session ended'],
  // Tokens by their form.
  ['Authorization: Bearer abcdef123', 'Authorization: [redacted] [redacted]'],
  ['sent Bearer abcdef123', 'sent Bearer [redacted]'],
  ['used bst_4fJ2kdl3LQ09', 'used [redacted]'],
  ['got eyJhbGciOi.eyJzdWIi.c2lnbmF0', 'got [redacted]'],
  ['-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----\nafter', '[redacted]\nafter'],
  ['key 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b', 'key [redacted]'],
  // People and machines.
  ['told ada.lovelace+x@example.co.uk of it', 'told [email] of it'],
  ['told jürgen@müller.de', 'told [email]'],
  ['from 203.0.113.7:51234', 'from [address]:51234'],
  ['on 127.0.0.1:5432 and 0.0.0.0', 'on 127.0.0.1:5432 and 0.0.0.0'],
  ['from 2001:db8::8a2e:370:7334 and ::1', 'from [address] and ::1'],
  ['from fe80:0:0:0:1:2:3:4', 'from [address]'],
  ['in /home/ada/basalt and /Users/ada/x', 'in /home/[user]/basalt and /Users/[user]/x'],
  // Data that a database quotes.
  ['invalid input syntax for type integer: "4111 1111"', 'invalid input syntax for type integer: "[value]"'],
  ['Key (email)=(ada) already exists.', 'Key (email)=([value]) already exists.'],
])('%j is redacted to %j', (text, safe) => {
  expect(redact(text)).toBe(safe)
})

test.each([
  'PostgreSQL 18.4 on x86_64-pc-linux-gnu',
  '2026-03-01T10:20:30.000Z',
  'duration: 10:20:30',
  'request 7d6b4d3a-6f0e-4a94-9a3b-0d7c0a1f2e11',
  'project abcdefghijklmnopqrst',
  'select id::text from public.orders',
  'at buildApp (apps/server/src/features/instances/instances.routes.ts:12:5)',
])('%j has nothing to hide', (text) => {
  expect(redact(text)).toBe(text)
})

test('redaction is idempotent', () => {
  const text = 'password=hunter2 bst_4fJ2kdl3LQ09 ada@example.com 203.0.113.7 postgresql://a:b@c/d'
  expect(redact(redact(text))).toBe(redact(text))
})

test('an unterminated secret in a very long text is redacted to the end', () => {
  expect(redact('password="'.padEnd(200_000, 'a-1'))).toBe('password=[redacted]')
  for (const part of ['@', 'a:', '-----BEGIN A-----', 'a@', '1.'])
    expect(redact(part.repeat(50_000)).length).toBeLessThanOrEqual(part.length * 50_000)
})

test('values are redacted at any depth, and by their names', () => {
  expect(
    redactAll({ db: { password: 'x', hosts: ['203.0.113.7', null, 5] }, note: 'ada@example.com', ok: true }),
  ).toEqual({ db: { password: '[redacted]', hosts: ['[address]', null, 5] }, note: '[email]', ok: true })
})

test('every redaction has a description of its own', () => {
  expect(new Set(redactions.map(({ what }) => what)).size).toBe(redactions.length)
})
