/** Optional features of a project, independent of the plan. Nothing is sold: an add-on is a switch. */
export const addons = [
  {
    type: 'ipv4',
    name: 'IPv4 address',
    variants: [{ identifier: 'ipv4_default', name: 'The direct connection listens on IPv4' }],
  },
] as const

export const addonTypes = ['ipv4'] as const
export type AddonType = (typeof addonTypes)[number]
export const addonVariants = ['ipv4_default'] as const
export type AddonVariant = (typeof addonVariants)[number]

/** A new project is reachable without IPv6, until that is switched off. */
export const IPV4_BY_DEFAULT = true
