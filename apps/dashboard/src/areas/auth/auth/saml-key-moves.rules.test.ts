import type { SamlKeyStatus } from '@basalt/contract/auth/saml.rules.ts'
import { expect, test } from 'vitest'
import { samlRotationReason, samlStandbyReason } from './saml-key-moves.rules.ts'

const keys = (...statuses: SamlKeyStatus[]) => statuses.map((status) => ({ status }))

test.each([
  [keys('in_use'), true, true],
  [keys('in_use', 'standby'), false, true],
  [keys('in_use', 'previously_used'), true, false],
  [keys('in_use', 'standby', 'previously_used'), false, false],
])('with %j a key may be created: %s, and rotated to: %s', (present, mayCreate, mayRotate) => {
  expect(samlStandbyReason(present) === undefined).toBe(mayCreate)
  expect(samlRotationReason(present) === undefined).toBe(mayRotate)
})
