import { authMenu } from '../menus/auth-menu.rules.ts'
import { databaseMenu } from '../menus/database-menu.rules.ts'
import {
  type MenuContext,
  type MenuEntry,
  type MenuGroup,
  type MenuLink,
  type MenuParams,
  menuLinks,
} from '../menus/menu.port.ts'
import { menuIcons } from '../menus/menu-icons.ts'
import type { NavigationKey } from '../menus/navigation.rules.ts'
import { organizationMenu } from '../menus/organization-menu.rules.ts'
import { projectMenu } from '../menus/project-menu.rules.ts'
import { settingsMenu } from '../menus/settings-menu.rules.ts'
import { storageMenu } from '../menus/storage-menu.rules.ts'
import type { Command } from './commands.rules.ts'

/** Pages of the SQL editor that no menu names. */
const sqlPages: readonly MenuEntry[] = [
  { key: 'new', label: 'New query', route: '/project/$ref/sql/new' },
  { key: 'templates', label: 'Templates', route: '/project/$ref/sql/templates' },
  { key: 'quickstarts', label: 'Quickstarts', route: '/project/$ref/sql/quickstarts' },
]

/** Below the parts of a project; long, and so found by typing only. */
const productMenus: readonly [string, (context: MenuContext) => readonly MenuGroup[]][] = [
  ['Database', databaseMenu],
  ['Authentication', authMenu],
  ['Settings', settingsMenu],
  ['Storage', storageMenu],
  ['SQL editor', () => [{ title: 'SQL editor', entries: sqlPages }]],
]

/** Every page that a menu leads to from the organization and the project that are open. */
export function navigationCommands(
  params: MenuParams,
  context: MenuContext,
  go: (path: string) => void,
): Command[] {
  const lines = <Key extends string>(groups: readonly MenuGroup<Key>[]) =>
    menuLinks(groups, params, '')
      .flatMap(({ links }) => links)
      .filter(({ reason }) => reason === undefined)
  const command = (id: string, { label, path }: MenuLink, more: Partial<Command>): Command => ({
    id: `go:${id}`,
    label,
    section: 'Navigate',
    run: () => go(path),
    ...more,
  })
  const icon = (key: NavigationKey) => ({ icon: menuIcons[key] })
  const ofProject = params.ref === undefined ? [] : lines(projectMenu(context))
  const ofProducts = params.ref === undefined ? [] : productMenus
  const ofOrganization =
    context.edition === 'self-hosted' || params.slug === undefined ? [] : lines(organizationMenu(context))
  return [
    ...ofProject.map((link) => command(`project:${link.key}`, link, icon(link.key))),
    ...ofProducts.flatMap(([product, menu]) =>
      lines(menu(context))
        .filter(({ leavesSection }) => !leavesSection)
        .map((link) =>
          command(`${product}:${link.key}`, link, { onlyInSearch: true, hint: product, keywords: product }),
        ),
    ),
    ...ofOrganization.map((link) =>
      command(`organization:${link.key}`, link, {
        ...icon(link.key),
        keywords: 'organization',
        onlyInSearch: params.ref !== undefined && link.key !== 'projects',
      }),
    ),
  ]
}
