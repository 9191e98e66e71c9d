import type { Edition } from '@basalt/contract/installation/installation.schema.ts'

export type HelpKey = 'troubleshooting' | 'docs' | 'status' | 'support'

export interface HelpEntry {
  key: HelpKey
  label: string
  path: string
  /** Search terms in the command menu. */
  keywords: string
}

/** The help links, for the open project if any. The self-hosted edition has only guides. */
export const helpEntries = (edition: Edition, ref: string | undefined): readonly HelpEntry[] => [
  {
    key: 'troubleshooting',
    label: 'Troubleshooting',
    path: '/docs/troubleshooting',
    keywords: 'help problem error fault',
  },
  { key: 'docs', label: 'Docs', path: '/docs', keywords: 'help documentation guides manual' },
  ...(edition === 'platform'
    ? ([
        { key: 'status', label: 'Status', path: '/status', keywords: 'help health system' },
        {
          key: 'support',
          label: 'Contact support',
          path: ref === undefined ? '/support/new' : `/support/new?projectRef=${ref}`,
          keywords: 'help bundle diagnostics report',
        },
      ] as const)
    : []),
]
