import type { FeatureKey } from '@basalt/contract/installation/features.rules.ts'
import type { Edition } from '@basalt/contract/installation/installation.schema.ts'
import type { ProjectStatus } from '@basalt/contract/projects/status.rules.ts'
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
export interface MenuEntry<Key extends string = string> {
  key: Key
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

export interface MenuGroup<Key extends string = string> {
  title?: string
  entries: readonly MenuEntry<Key>[]
}

/** One line as it is shown. */
export interface MenuLink<Key extends string = string>
  extends Pick<MenuEntry<Key>, 'key' | 'label' | 'badge' | 'leavesSection' | 'reason' | 'opens'> {
  path: string
  isActive: boolean
}
export interface MenuLinks<Key extends string = string> {
  title?: string
  links: readonly MenuLink<Key>[]
}

export interface MenuParams {
  slug?: string | undefined
  ref?: string | undefined
}

/** The lines whose pages exist, with their addresses. Groups that nothing is left of are left out. */
export function menuLinks<Key extends string>(
  groups: readonly MenuGroup<Key>[],
  params: MenuParams,
  current: string,
): readonly MenuLinks<Key>[] {
  return groups
    .map(({ entries, ...group }) => ({
      ...group,
      links: entries
        .filter(({ route }) => !isMissing(route))
        .map(({ route, leadsTo = route, search = '', pages, ...entry }) => ({
          ...entry,
          path: menuPath(leadsTo, params) + search.replace('$ref', params.ref ?? ''),
          isActive: !entry.leavesSection && (pages ?? [entry.key]).includes(current),
        })),
    }))
    .filter(({ links }) => links.length > 0)
}

export const menuPath = (route: MenuRoute, { slug = '', ref = '' }: MenuParams) =>
  route.replace('$slug', slug).replace('$ref', ref)

/** For lines that a condition lets in: `...given(isPlatform, entry)`. */
export const given = <T>(condition: boolean, ...items: T[]): T[] => (condition ? items : [])
