import type { FeatureKey } from '@basalt/contract/installation/features.rules.ts'
import type { MenuContext, MenuGroup } from './menu.port.ts'

/** The platform edition with every feature and permission and a healthy project. */
export const aMenuContext = ({
  disabled = [],
  ...change
}: Partial<MenuContext> & { disabled?: FeatureKey[] } = {}): MenuContext => ({
  edition: 'platform',
  offers: (feature) => !disabled.includes(feature),
  previews: new Set(),
  mayReadBilling: true,
  lacksMfa: false,
  status: 'ACTIVE_HEALTHY',
  hasPointInTimeRecovery: false,
  advisorDot: undefined,
  ...change,
})

/** A menu as text, one line per entry: `Label → route`, then its badge and marks. */
export const menuText = (groups: readonly MenuGroup[]) =>
  groups.map(({ title, entries }) => [
    ...(title ? [`# ${title}`] : []),
    ...entries.map(({ label, route, leadsTo = route, search = '', badge, leavesSection, reason }) =>
      [
        `${label} → ${leadsTo.replace('/project/$ref', '').replace('/org/$slug', 'org') || '/'}${search}`,
        badge && `[${badge}]`,
        leavesSection && '↗',
        reason && '(disabled)',
      ]
        .filter(Boolean)
        .join(' '),
    ),
  ])

export const linesOf = (groups: readonly MenuGroup[]) => menuText(groups).flat()
