import { createHmac, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { hmacSha256 } from './hmac.ts'

const keys = ['', 'k', 'ключ', randomBytes(32), randomBytes(64), randomBytes(65), 'long '.repeat(40)]
const messages = [
  '',
  'a.b',
  'é😀',
  '\ud800',
  randomBytes(24),
  randomBytes(64),
  'x'.repeat(8_192),
  'ü'.repeat(8_192),
]

test.each(keys)('with the key %j every message has the MAC that Node computes', (key) => {
  for (const message of messages)
    for (const encoding of ['base64url', 'binary'] as const)
      expect(hmacSha256(key, message, encoding)).toBe(
        createHmac('sha256', key).update(message).digest(encoding),
      )
})
