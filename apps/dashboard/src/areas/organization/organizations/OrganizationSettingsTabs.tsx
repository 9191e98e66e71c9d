import type { FeatureKey } from '@basalt/contract/installation/features.rules.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { installationQueries } from '../../installation/installation/installation.queries.ts'
import { offers } from '../../installation/installation/offers.port.ts'

const pages = [
  { to: '/org/$slug/general', label: 'General' },
  { to: '/org/$slug/security', label: 'Security' },
  { to: '/org/$slug/apps', label: 'Apps' },
  { to: '/org/$slug/audit', label: 'Audit log' },
  { to: '/org/$slug/documents', label: 'Legal documents', feature: 'organization:show_legal_documents' },
] as const satisfies readonly { to: string; label: string; feature?: FeatureKey }[]

/** The pages behind "Organization settings". */
export function OrganizationSettingsTabs({ slug }: { slug: string }) {
  const { data: config } = useQuery(installationQueries.config())
  const visible = pages.filter((page) => !('feature' in page) || !config || offers(config, page.feature))
  return (
    <nav aria-label="Settings" className="border-line border-b">
      <ul className="flex gap-1 overflow-x-auto [scrollbar-width:none]">
        {visible.map(({ to, label }) => (
          <li key={to} className="shrink-0">
            <Link
              to={to}
              params={{ slug }}
              className="-outline-offset-2 relative flex h-9 px-1.5 items-center rounded-sm text-ink-muted text-sm transition-colors after:absolute after:inset-x-0 after:bottom-0 after:h-0.5 hover:text-ink aria-[current=page]:text-ink aria-[current=page]:after:bg-brand"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
