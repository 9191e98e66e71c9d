import { expect, test } from 'vitest'
import { attributeOf, normalDomain } from './saml.rules.ts'

test.each([
  [' Example.COM ', 'example.com'],
  ['mail.example.co.uk', 'mail.example.co.uk'],
  ['example', undefined],
  ['ann@example.com', undefined],
  ['https://example.com', undefined],
  ['*.example.com', undefined],
])('the domain %j is stored as %s', (text, domain) => {
  expect(normalDomain(text)).toBe(domain)
})

test.each([
  ['department=urn:oid:2.5.4.11', { claim: 'department', attribute: 'urn:oid:2.5.4.11' }],
  [' email = http://x/y=z ', { claim: 'email', attribute: 'http://x/y=z' }],
  ['=x', undefined],
  ['1a=x', undefined],
  ['a=', undefined],
  ['a b=c', undefined],
])('the line %j is %j', (line, found) => {
  expect(attributeOf(line)).toEqual(found)
})
