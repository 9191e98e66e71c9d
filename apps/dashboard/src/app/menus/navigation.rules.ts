import type { Place } from '../shell/place/place.rules.ts'
import { authMenu } from './auth-menu.rules.ts'
import { databaseMenu } from './database-menu.rules.ts'
import { type MenuContext, type MenuLinks, type MenuParams, menuLinks } from './menu.port.ts'
import { type OrganizationMenuKey, organizationMenu } from './organization-menu.rules.ts'
import { type ProjectMenuKey, projectMenu } from './project-menu.rules.ts'
import { settingsMenu } from './settings-menu.rules.ts'
import { storageMenu } from './storage-menu.rules.ts'

export type NavigationKey = OrganizationMenuKey | ProjectMenuKey

/** The links of the left rail; none for pages without one. */
export function railOf(
  place: Place,
  params: MenuParams,
  context: MenuContext,
): readonly MenuLinks<NavigationKey>[] {
  if (place.kind === 'organization') return menuLinks(organizationMenu(context), params, place.section)
  if (place.kind === 'project') return menuLinks(projectMenu(context), params, place.section)
  return []
}

const productMenus = {
  database: { title: 'Database', menu: databaseMenu },
  auth: { title: 'Authentication', menu: authMenu },
  storage: { title: 'Storage', menu: storageMenu },
  settings: { title: 'Project Settings', menu: settingsMenu },
}

export interface ProductMenuLinks {
  title: string
  groups: readonly MenuLinks[]
}

/** The menu of the part of a project that is open, when it has one and any of its pages exist. */
export function productMenuOf(
  place: Place,
  params: MenuParams,
  context: MenuContext,
): ProductMenuLinks | undefined {
  if (place.kind !== 'project' || !isProduct(place.section)) return undefined
  const { title, menu } = productMenus[place.section]
  const groups = menuLinks(menu(context), params, currentOf(place))
  return groups.length > 0 ? { title, groups } : undefined
}

/** Policies on files lie below the page of files, and have a line of their own. */
const currentOf = ({ section, page, subpage }: Place & { kind: 'project' }) =>
  section === 'storage' && subpage === 'policies' ? subpage : page

const isProduct = (section: string): section is keyof typeof productMenus =>
  Object.hasOwn(productMenus, section)
