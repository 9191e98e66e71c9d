import { expect, test } from 'vitest'
import { accessChange, accessFieldsOf, accessOf } from './access-fields.rules.ts'
import { aMember } from './members.fixture.ts'

const shop = { ref: 'shop', name: 'Shop', role_id: 'administrator' } as const

test('unchanged fields keep the access', () => {
  for (const member of [aMember(), aMember({ role_id: null, projects: [shop] })]) {
    const fields = accessFieldsOf(member)
    expect(accessChange(member, fields)).toBeUndefined()
    expect(accessOf(fields)).toEqual(
      member.role_id ? { role_id: 'owner' } : { projects: [{ ref: 'shop', role_id: 'administrator' }] },
    )
  }
})

test('a change is summarized', () => {
  const member = aMember({ role_id: 'developer' })
  const fields = accessFieldsOf(member)
  expect(accessChange(member, { ...fields, role_id: 'read_only' })).toBe('Developer becomes Read-only.')
  expect(accessChange(member, { ...fields, scope: 'projects', projects: [shop] })).toBe(
    'Developer becomes Administrator on Shop.',
  )
})
