import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { installationQueries } from '../../installation/installation/installation.queries.ts'
import { offers } from '../../installation/installation/offers.port.ts'

const pages = [
  { to: '/project/$ref/settings/jwt', label: 'Legacy JWT secret' },
  { to: '/project/$ref/settings/jwt/signing-keys', label: 'JWT signing keys' },
] as const

/** The tabs of the "JWT keys" pages; hidden when the legacy secret is disabled and there is only one page. */
export function JwtTabs({ projectRef }: { projectRef: string }) {
  const { data: config } = useQuery(installationQueries.config())
  if (config && !offers(config, 'project_settings:legacy_jwt_keys')) return null
  return (
    <nav aria-label="JWT keys" className="border-line border-b">
      <ul className="flex gap-4">
        {pages.map(({ to, label }) => (
          <li key={to} className="shrink-0">
            <Link
              to={to}
              params={{ ref: projectRef }}
              activeOptions={{ exact: true }}
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
