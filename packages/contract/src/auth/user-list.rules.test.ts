import { expect, test } from 'vitest'
import { userSearchOf } from './user-list.rules.ts'

const id = '0B1C2D3E-0000-4000-8000-000000000001'

test.each([
  [id, { by: 'id', id: id.toLowerCase() }],
  ['Ann@Ex', { by: 'text', prefix: 'ann@ex', phone: undefined }],
  ['+49 (170) 12-34', { by: 'text', prefix: '+49 (170) 12-34', phone: '491701234' }],
  ['123', { by: 'text', prefix: '123', phone: undefined }],
  ['plan: pro', { by: 'metadata', contained: [{ plan: 'pro' }] }],
  ['team.id=7', { by: 'metadata', contained: [{ team: { id: '7' } }, { team: { id: 7 } }] }],
  ['vip:true', { by: 'metadata', contained: [{ vip: 'true' }, { vip: true }] }],
  ['note: "7"', { by: 'metadata', contained: [{ note: '"7"' }, { note: '7' }] }],
  ['list: [1]', { by: 'metadata', contained: [{ list: '[1]' }] }],
  ['ann:', { by: 'text', prefix: 'ann:', phone: undefined }],
  ['__proto__: x', { by: 'metadata', contained: [JSON.parse('{"__proto__": "x"}')] }],
])('the search for %s', (text, expected) => {
  expect(userSearchOf(text)).toEqual(expected)
})
