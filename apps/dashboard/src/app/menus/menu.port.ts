import type { FeatureKey } from '@basalt/contract/installation/features.rules.ts'
import type { Edition } from '@basalt/contract/installation/installation.schema.ts'
import type { ProjectStatus } from '@basalt/contract/projects/status.rules.ts'
import type { Icon } from '../../ui/text/icon.ts'
import type { PreviewId } from '../previews/previews.rules.ts'
import type { SidePanel } from '../shell/side-panel.port.ts'
import { isMissing } from './missing-pages.rules.ts'

/** What decides which lines a menu has and where they link. */
export interface MenuContext {
  edition: Edition
  offers(feature: FeatureKey): boolean
  /** Previews that the user has enabled. */
  previews: ReadonlySet<PreviewId>
  mayReadBilling: boolean
  /** The organization requires MFA and the user has none. */
  lacksMfa: boolean
  /** Undefined while it loads. */
  status: ProjectStatus | undefined
  hasPointInTimeRecovery: boolean
  /** The colour of the dot at Advisors; undefined when there is nothing to report. */
  advisorDot: 'critical' | 'warning' | undefined
}

export type MenuRoute = `/org/$slug${'' | `/${string}`}` | `/project/$ref${'' | `/${string}`}`

/** One line of a menu, independent of the open organization or project. */
export interface MenuEntry {
  key: string
  label: string
  /** The route of its page, in the router's notation. */
  route: MenuRoute
  /** Where the line currently links, when that is not its own page. */
  leadsTo?: MenuRoute
  /** The side panel that it opens instead of its own page. */
  opens?: SidePanel
  search?: string
  /** A word beside the label, such as ALPHA. */
  badge?: string
  /** Links outside the section that the menu belongs to. */
  leavesSection?: boolean
  /** The URL segments for which the line is current; by default its key. */
  pages?: readonly string[]
  /** Why it is disabled. */
  reason?: string
}

/** One line of the rail. */
export interface RailEntry extends MenuEntry {
  icon: Icon
  /** Opens the page after G; unique. */
  letter: string
  /** A small dot that says that something in it needs attention. */
  dot?: 'critical' | 'warning'
}

export interface MenuGroup<Entry extends MenuEntry = MenuEntry> {
  title?: string
  entries: readonly Entry[]
}

/** One line, ready to render. */
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

/** The lines whose pages exist, with their URLs. Empty groups are dropped. */
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

/** The items if the condition holds, otherwise none: `...given(isPlatform, entry)`. */
export const given = <T>(condition: boolean, ...items: T[]): T[] => (condition ? items : [])
