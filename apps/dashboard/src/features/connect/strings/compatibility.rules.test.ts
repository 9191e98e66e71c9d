import { expect, test } from 'vitest'
import { compatibilityOf } from './compatibility.rules.ts'

const free = { pooler: 'shared', isPaid: false } as const
const paid = { pooler: 'dedicated', isPaid: true } as const

test.each([
  [{ method: 'direct', hasIpv4: false, ...free }, false, /session pooler.*add-on/],
  [{ method: 'direct', hasIpv4: false, ...paid }, false, /add-on.*shared pooler/],
  [{ method: 'direct', hasIpv4: true, ...free }, true, /with the IPv4 add-on/],
  [{ method: 'direct', hasIpv4: true, ...paid }, true, /with the IPv4 add-on/],
  [{ method: 'transaction', hasIpv4: false, ...free }, true, /for free/],
  [{ method: 'transaction', hasIpv4: false, ...paid }, false, /shared pooler/],
  [{ method: 'transaction', hasIpv4: true, ...paid }, true, /with the IPv4 add-on/],
  [{ method: 'session', hasIpv4: false, ...free }, true, /for free/],
  [{ method: 'session', hasIpv4: false, ...paid }, true, /for free/],
] as const)('%j', (situation, isCompatible, note) => {
  const box = compatibilityOf(situation)
  expect(box.isCompatible).toBe(isCompatible)
  expect(box.note).toMatch(note)
  // Who is told no is told where to go.
  expect(box.links.includes('ipv4-add-on')).toBe(!isCompatible)
})
