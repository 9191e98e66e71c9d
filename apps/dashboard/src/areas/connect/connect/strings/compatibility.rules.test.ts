import { expect, test } from 'vitest'
import { compatibilityOf } from './compatibility.rules.ts'

const free = { pooler: 'shared', isPaid: false } as const
const paid = { pooler: 'dedicated', isPaid: true } as const

test.each([
  [{ method: 'direct', hasIpv4: false, ...free }, false, /Use the session pooler/],
  [{ method: 'direct', hasIpv4: false, ...paid }, false, /use the shared pooler/],
  [{ method: 'direct', hasIpv4: true, ...free }, true, /on an IPv4 address of this machine/],
  [{ method: 'direct', hasIpv4: true, ...paid }, true, /on an IPv4 address of this machine/],
  [{ method: 'transaction', hasIpv4: false, ...free }, true, /listens on IPv4 as well/],
  [{ method: 'transaction', hasIpv4: false, ...paid }, false, /use the shared pooler/],
  [{ method: 'transaction', hasIpv4: true, ...paid }, true, /on an IPv4 address of this machine/],
  [{ method: 'session', hasIpv4: false, ...free }, true, /listens on IPv4 as well/],
  [{ method: 'session', hasIpv4: false, ...paid }, true, /listens on IPv4 as well/],
] as const)('%j', (situation, isCompatible, note) => {
  const box = compatibilityOf(situation)
  expect(box.isCompatible).toBe(isCompatible)
  expect(box.note).toMatch(note)
  // An incompatible connection comes with links to a remedy.
  expect(box.links.includes('ipv4-add-on')).toBe(!isCompatible)
})
