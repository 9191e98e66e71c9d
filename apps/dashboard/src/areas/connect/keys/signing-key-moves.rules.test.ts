import type { SigningKeyStatus } from '@basalt/contract/keys/signing-keys.rules.ts'
import type { SigningKey } from '@basalt/contract/keys/signing-keys.schema.ts'
import { expect, test } from 'vitest'
import { aSigningKey } from './signing-key.fixture.ts'
import { movesOf, moveTexts, standbyReason } from './signing-key-moves.rules.ts'

test.each<[SigningKey['id'] | undefined, SigningKeyStatus, string[]]>([
  [undefined, 'standby', ['Rotate keys', 'Delete']],
  [undefined, 'in_use', []],
  [undefined, 'previously_used', ['Use again', 'Revoke']],
  [undefined, 'revoked', ['Restore', 'Delete']],
  ['legacy', 'in_use', []],
  ['legacy', 'previously_used', ['Use again', 'Revoke']],
  ['legacy', 'revoked', ['Restore']],
])('a %s key that is %s has the actions %j', (id, status, labels) => {
  const key = aSigningKey({ status, ...(id && { id }) })
  expect(movesOf(key).map((move) => moveTexts(key, move).label)).toEqual(labels)
})

test('a second standby key cannot be created', () => {
  expect(standbyReason([aSigningKey({ status: 'in_use' })])).toBeUndefined()
  expect(standbyReason([aSigningKey({ status: 'standby' })])).toContain('already a standby key')
})
