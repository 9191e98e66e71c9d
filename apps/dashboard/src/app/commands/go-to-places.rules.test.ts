import { expect, test } from 'vitest'
import { organizationMenu } from '../../areas/organization/organization.menu.ts'
import { aMenuContext } from '../menus/menu-context.fixture.ts'
import { projectMenu } from '../menus/project-menu.rules.ts'
import { goToPlaces } from './go-to-places.rules.ts'

const placesText = (...of: Parameters<typeof goToPlaces>) =>
  goToPlaces(...of).map(({ letter, path }) => `${letter} ${path}`)

test('in a project, all menu and global pages have letters', () => {
  const found = placesText({ slug: 'acme', ref: 'abc' }, aMenuContext())
  expect(found).toEqual(
    expect.arrayContaining([
      'o /project/abc',
      's /project/abc/sql',
      'p /org/acme',
      'm /org/acme/team',
      'g /organizations',
      'h /docs',
    ]),
  )
})

test('outside a project no letter leads into one', () => {
  expect(placesText({ slug: 'acme' }, aMenuContext()).some((place) => place.includes('/project/'))).toBe(
    false,
  )
  expect(placesText({}, aMenuContext())).toEqual(['g /organizations', 'c /account', 'h /docs'])
})

test('the self-hosted edition has one project and no organizations', () => {
  const found = placesText({ slug: 'default', ref: 'default' }, aMenuContext({ edition: 'self-hosted' }))
  expect(found).toContain('s /project/default/sql/1')
  expect(found.some((place) => /org|account/.test(place))).toBe(false)
})

test('disabled menu lines have no letter', () => {
  expect(placesText({ slug: 'acme' }, aMenuContext({ lacksMfa: true }))).toHaveLength(3)
})

test('letters are unique', () => {
  const lines = [projectMenu, organizationMenu]
    .flatMap((menu) => menu(aMenuContext()))
    .flatMap(({ entries }) => entries)
  expect(lines).toHaveLength(20)
  const letters = [...lines.map(({ letter }) => letter), 'g', 'c', 'h']
  expect(letters.toSorted()).toEqual([...new Set(letters)].toSorted())
  for (const letter of letters) expect(letter).toMatch(/^[a-z]$/)
})
