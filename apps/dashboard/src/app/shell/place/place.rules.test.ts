import { expect, test } from 'vitest'
import { type Place, placeOf } from './place.rules.ts'

test.each<[string, Place]>([
  ['/org/acme', { kind: 'organization', slug: 'acme', section: '', page: '' }],
  ['/org/acme/', { kind: 'organization', slug: 'acme', section: '', page: '' }],
  ['/org/acme/general', { kind: 'organization', slug: 'acme', section: 'general', page: '' }],
  ['/project/abc', { kind: 'project', ref: 'abc', section: '', page: '' }],
  ['/project/abc/sql/17', { kind: 'project', ref: 'abc', section: 'sql', page: '17' }],
  ['/new/acme', { kind: 'new-project', slug: 'acme' }],
  ['/new', { kind: 'elsewhere' }],
  ['/account', { kind: 'elsewhere' }],
  ['/organizations', { kind: 'elsewhere' }],
  ['/project', { kind: 'elsewhere' }],
  ['/', { kind: 'elsewhere' }],
])('parses %s', (pathname, place) => {
  expect(placeOf(pathname)).toEqual(place)
})
