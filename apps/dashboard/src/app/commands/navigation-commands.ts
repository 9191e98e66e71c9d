import { organizationMenu } from '../../areas/organization/organization.menu.ts'
import { sqlPages } from '../../areas/sql/sql.menu.ts'
import {
  type MenuContext,
  type MenuEntry,
  type MenuGroup,
  type MenuLink,
  type MenuParams,
  menuLinks,
} from '../menus/menu.port.ts'
import { productMenus } from '../menus/navigation.rules.ts'
import { projectMenu } from '../menus/project-menu.rules.ts'
import type { Command } from './commands.rules.ts'

/** Nested pages of a project. The list is long, so they are found by typing only. */
const pagesBelow = [
  ...productMenus,
  { name: 'SQL editor', menu: (): readonly MenuGroup[] => [{ title: 'SQL editor', entries: sqlPages }] },
]

/** Commands for every page in the menus of the open organization and project. */
export function navigationCommands(
  params: MenuParams,
  context: MenuContext,
  go: (path: string) => void,
): Command[] {
  const lines = <Entry extends MenuEntry>(groups: readonly MenuGroup<Entry>[]) =>
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
  const ofProject = params.ref === undefined ? [] : lines(projectMenu(context))
  const ofProducts = params.ref === undefined ? [] : pagesBelow
  const ofOrganization =
    context.edition === 'self-hosted' || params.slug === undefined ? [] : lines(organizationMenu(context))
  return [
    ...ofProject.map((link) => command(`project:${link.key}`, link, { icon: link.icon })),
    ...ofProducts.flatMap(({ name, menu }) =>
      lines(menu(context))
        .filter(({ leavesSection }) => !leavesSection)
        .map((link) =>
          command(`${name}:${link.key}`, link, { onlyInSearch: true, hint: name, keywords: name }),
        ),
    ),
    ...ofOrganization.map((link) =>
      command(`organization:${link.key}`, link, {
        icon: link.icon,
        keywords: 'organization',
        onlyInSearch: params.ref !== undefined && link.key !== 'projects',
      }),
    ),
  ]
}
