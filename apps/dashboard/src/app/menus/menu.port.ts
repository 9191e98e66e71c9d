import type { FeatureKey } from '@basalt/contract/installation/features.rules.ts'
import type { Edition } from '@basalt/contract/installation/installation.schema.ts'
import type { ProjectStatus } from '@basalt/contract/projects/status.rules.ts'
import type { Icon } from '../../ui/text/icon.ts'
import type { PreviewId } from '../previews/previews.rules.ts'
import type { SidePanel } from '../shell/side-panel.port.ts'
import { isMissing } from './missing-pages.rules.ts'

/** What decides which lines a menu has and where they lead. */
export interface MenuContext {
  edition: Edition
  offers(feature: FeatureKey): boolean
  /** Parts of the product that are switched on one by one while they are new. */
  previews: ReadonlySet<PreviewId>
  mayReadBilling: boolean
  /** The organization requires a second factor, and the caller has none. */
  lacksMfa: boolean
  /** Undefined while it is on the way. */
  status: ProjectStatus | undefined
  /** Extensions installed in the project's database. */
  extensions: ReadonlySet<string>
  hasPointInTimeRecovery: boolean
}

export type MenuRoute = `/org/$slug${'' | `/${string}`}` | `/project/$ref${'' | `/${string}`}`

/** One line of a menu, before it is known in which organization or project. */
export interface MenuEntry {
  key: string
  label: string
  /** The route of its page, as the router writes it. */
  route: MenuRoute
  /** Where the line leads now, when that is not its own page. */
  leadsTo?: MenuRoute
  /** Lies over the page that is open, instead of leading to its own. */
  opens?: SidePanel
  search?: string
  /** A word beside the label, such as ALPHA. */
  badge?: string
  /** Leads out of the part of the product that the menu belongs to. */
  leavesSection?: boolean
  /** The parts of the address in which the line is the current one; its key unless given. */
  pages?: readonly string[]
  /** Why it cannot be used now. */
  reason?: string
}

/** One line of the rail. */
export interface RailEntry extends MenuEntry {
  icon: Icon
  /** Leads there after G; no two lines have the same one. */
  letter: string
}

export interface MenuGroup<Entry extends MenuEntry = MenuEntry> {
  title?: string
  entries: readonly Entry[]
}

/** One line as it is shown. */
export type MenuLink<Entry extends MenuEntry = MenuEntry> = Omit<
  Entry,
  'route' | 'leadsTo' | 'search' | 'pages'
> & {
  path: string
  isActive: boolean
}
export interface MenuLinks<Entry extends MenuEntry = MenuEntry> {
  title?: string
  links: readonly MenuLink<Entry>[]
}

export interface MenuParams {
  slug?: string | undefined
  ref?: string | undefined
}

/** The lines whose pages exist, with their addresses. Groups that nothing is left of are left out. */
export function menuLinks<Entry extends MenuEntry>(
  groups: readonly MenuGroup<Entry>[],
  params: MenuParams,
  current: string,
): readonly MenuLinks<Entry>[] {
  return groups
    .map(({ entries, ...group }) => ({
      ...group,
      links: entries
        .filter(({ route }) => !isMissing(route))
        .map((entry) => {
          const { route, leadsTo = route, search = '', pages = [entry.key], ...line } = entry
          return {
            ...line,
            path: menuPath(leadsTo, params) + search.replace('$ref', params.ref ?? ''),
            isActive: !entry.leavesSection && pages.includes(current),
          }
        }),
    }))
    .filter(({ links }) => links.length > 0)
}

export const menuPath = (route: MenuRoute, { slug = '', ref = '' }: MenuParams) =>
  route.replace('$slug', slug).replace('$ref', ref)

/** For lines that a condition lets in: `...given(isPlatform, entry)`. */
export const given = <T>(condition: boolean, ...items: T[]): T[] => (condition ? items : [])
