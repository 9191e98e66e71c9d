import { expect, test } from 'vitest'
import { samePageInOrganization, samePageInProject } from './same-page.rules.ts'

const routes = new Set([
  '/project/$ref',
  '/project/$ref/sql',
  '/project/$ref/sql/$id',
  '/project/$ref/editor',
  '/project/$ref/editor/$tableId',
  '/project/$ref/database/tables',
  '/project/$ref/database/tables/$tableId',
  '/project/$ref/storage/files',
  '/project/$ref/storage/files/buckets/$bucketId',
  '/org/$slug',
  '/org/$slug/general',
])

test.each([
  ['/project/abc', '/project/other'],
  ['/project/abc/', '/project/other'],
  ['/project/abc/sql', '/project/other/sql'],
  ['/project/abc/sql/7d6b4d3a', '/project/other/sql'],
  ['/project/abc/editor/17', '/project/other/editor'],
  ['/project/abc/database/tables', '/project/other/database/tables'],
  ['/project/abc/database/tables/17', '/project/other/database/tables'],
  ['/project/abc/storage/files/buckets/photos', '/project/other/storage/files'],
  ['/project/abc/nowhere/at/all', '/project/other'],
  ['/org/acme/general', '/project/other'],
  ['/account', '/project/other'],
])('from %s another project opens at %s', (from, to) => {
  expect(samePageInProject('other', from, routes)).toBe(to)
})

test.each([
  ['/org/acme/general', '/org/other/general'],
  ['/org/acme', '/org/other'],
  ['/project/abc/sql', '/org/other'],
  ['/new/acme', '/org/other'],
])('from %s another organization opens at %s', (from, to) => {
  expect(samePageInOrganization('other', from, routes)).toBe(to)
})
