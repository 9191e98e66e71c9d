import { createMemoryHistory } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { organizationMenu } from '../../areas/organization/organization.menu.ts'
import { createDashboard } from '../dashboard.ts'
import { headerRoutes } from '../shell/header/header-routes.ts'
import { aMenuContext } from './menu-context.fixture.ts'
import { missingPages } from './missing-pages.rules.ts'
import { productMenus } from './navigation.rules.ts'
import { projectMenu } from './project-menu.rules.ts'

const history = createMemoryHistory({ initialEntries: ['/sign-in'] })
const patterns = Object.keys(createDashboard({ history }).router.routesByPath).map((path) => path.split('/'))

/** A page's route may have more parameters, such as the name of an integration. */
const exists = (route: string) => {
  const parts = route.split('/')
  return patterns.some(
    (pattern) =>
      pattern.length === parts.length &&
      pattern.every((part, index) => part === parts[index] || (part.startsWith('$') && part !== '$')),
  )
}

const everything = [
  aMenuContext(),
  aMenuContext({
    status: 'INACTIVE',
    hasPointInTimeRecovery: true,
    previews: new Set(['auth-overview', 'column-privileges', 'unified-logs']),
    disabled: ['authentication:sign_in_providers', 'project_settings:legacy_jwt_keys'],
  }),
]
const menus = [organizationMenu, projectMenu, ...productMenus.map(({ menu }) => menu)]
const routes = new Set<string>([
  ...headerRoutes,
  ...everything.flatMap((context) =>
    menus.flatMap((menu) => menu(context).flatMap(({ entries }) => entries.map(({ route }) => route))),
  ),
])

test('no page on the list exists', () => {
  expect(missingPages.filter(exists)).toEqual([])
})

test('every page in the menus exists or is on the list', () => {
  expect(routes.size).toBeGreaterThan(50)
  expect([...routes].filter((route) => !exists(route) && !missingPages.includes(route))).toEqual([])
})

test('every page on the list is in a menu or the header', () => {
  expect(missingPages.filter((route) => !routes.has(route))).toEqual([])
})
