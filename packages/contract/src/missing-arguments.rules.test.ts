import { expect, test } from 'vitest'
import { listAddons } from './addons/addons.endpoints.ts'
import { missingArgument } from './missing-arguments.rules.ts'
import { listOrganizationProjects } from './projects/projects.endpoints.ts'
import { getObject } from './storage/objects.endpoints.ts'
import { getUsage } from './usage/usage.endpoints.ts'

test.each([
  [listAddons, {}, 'Project ref is required'],
  [listAddons, { ref: 'abc' }, undefined],
  [listOrganizationProjects, { slug: '' }, 'organizationSlug is required'],
  [getUsage, {}, 'orgSlug is required'],
  [getObject, { ref: '', id: 'photos' }, 'Project ref is required'],
  [getObject, { ref: 'abc', id: '' }, 'Bucket ID is required'],
  [{ name: 'other', path: '/a/:ref/:key' }, { ref: 'abc' }, 'key is required'],
  [{ name: 'other', path: '/a/:ref' }, {}, 'projectRef is required'],
  [{ name: 'other', path: '/a' }, {}, undefined],
] as const)('%o with %j: %s', (endpoint, params, expected) => {
  expect(missingArgument(endpoint, params)).toBe(expected)
})
