import { expect, test } from 'vitest'
import { listAddons } from './addons/addons.endpoints.ts'
import { missingArgument } from './missing-arguments.rules.ts'
import { listOrganizationProjects } from './projects/projects.endpoints.ts'
import { deleteObjects, getObject } from './storage/objects.endpoints.ts'
import { getUsage } from './usage/usage.endpoints.ts'

test('a file is found by its path', () => {
  const params = { ref: 'abc', id: 'photos' }
  expect(missingArgument(getObject, params, { path: 'cat.png' })).toBe(undefined)
})

test.each([
  [listAddons, {}, 'Project ref is required'],
  [listAddons, { ref: 'abc' }, undefined],
  [listOrganizationProjects, { slug: '' }, 'organizationSlug is required'],
  [getUsage, {}, 'orgSlug is required'],
  [getObject, { ref: '', id: 'photos' }, 'Project ref is required'],
  [getObject, { ref: 'abc', id: '' }, 'Bucket ID is required'],
  [deleteObjects, { ref: 'abc', id: '' }, 'bucketId is required'],
  [getObject, { ref: 'abc', id: 'photos' }, 'Unable to find path to file'],
  [{ name: 'other', path: '/a/:ref/:key' }, { ref: 'abc' }, 'key is required'],
  [{ name: 'other', path: '/a/:ref' }, {}, 'projectRef is required'],
  [{ name: 'other', path: '/a' }, {}, undefined],
] as const)('%o with %j: %s', (endpoint, params, expected) => {
  expect(missingArgument(endpoint, params)).toBe(expected)
})
