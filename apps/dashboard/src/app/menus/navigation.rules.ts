import { authMenu } from '../../areas/auth/auth.menu.ts'
import { advisorsMenu } from '../../areas/database/advisors.menu.ts'
import { databaseMenu } from '../../areas/database/database.menu.ts'
import { logsMenu } from '../../areas/logs/logs.menu.ts'
import { organizationMenu } from '../../areas/organization/organization.menu.ts'
import { reportsMenu } from '../../areas/reports/reports.menu.ts'
import { storageMenu } from '../../areas/storage/storage.menu.ts'
import type { Place } from '../shell/place/place.rules.ts'
import {
  type MenuContext,
  type MenuGroup,
  type MenuLinks,
  type MenuParams,
  menuLinks,
  type RailEntry,
} from './menu.port.ts'
import { projectMenu } from './project-menu.rules.ts'
import { settingsMenu } from './settings-menu.rules.ts'

/** The links of the left rail; none for pages without one. */
export function railOf(
  place: Place,
  params: MenuParams,
  context: MenuContext,
): readonly MenuLinks<RailEntry>[] {
  if (place.kind === 'organization') return menuLinks(organizationMenu(context), params, place.section)
  if (place.kind === 'project') return menuLinks(projectMenu(context), params, sectionOf(place))
  return []
}

/** The sections of a project with a menu; `section` is their URL segment. */
export const productMenus: readonly {
  section: string
  title: string
  /** Its name in the command menu. */
  name: string
  menu: (context: MenuContext) => readonly MenuGroup[]
}[] = [
  { section: 'database', title: 'Database', name: 'Database', menu: databaseMenu },
  { section: 'advisors', title: 'Advisors', name: 'Advisors', menu: advisorsMenu },
  { section: 'auth', title: 'Authentication', name: 'Authentication', menu: authMenu },
  { section: 'logs', title: 'Logs', name: 'Logs', menu: logsMenu },
  { section: 'reports', title: 'Reports', name: 'Reports', menu: reportsMenu },
  { section: 'settings', title: 'Project Settings', name: 'Settings', menu: settingsMenu },
  { section: 'storage', title: 'Storage', name: 'Storage', menu: storageMenu },
]

export interface ProductMenuLinks {
  title: string
  groups: readonly MenuLinks[]
}

/** The menu of the open section, if it has one and any of its pages exist. */
export function productMenuOf(
  place: Place,
  params: MenuParams,
  context: MenuContext,
): ProductMenuLinks | undefined {
  if (place.kind !== 'project') return undefined
  const product = productMenus.find(({ section }) => section === sectionOf(place))
  const groups = product ? menuLinks(product.menu(context), params, currentOf(place)) : []
  return product && groups.length > 0 ? { title: product.title, groups } : undefined
}

/** Some pages are part of a section, although their addresses are not. */
function sectionOf({ section, page }: Place & { kind: 'project' }) {
  if (section === 'integrations' && page === 'webhooks') return 'database'
  return section === 'reports' && page === 'query-performance' ? 'advisors' : section
}

/** The file policies page is nested below the files page but has its own line. */
const currentOf = ({ section, page, subpage }: Place & { kind: 'project' }) =>
  section === 'storage' && subpage === 'policies' ? subpage : page
