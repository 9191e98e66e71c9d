import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { installationQueries } from '../installation/installation.queries.ts'
import { offers } from '../installation/offers.rules.ts'

const pages = [
  { to: '/project/$ref/settings/jwt', label: 'Legacy JWT secret' },
  { to: '/project/$ref/settings/jwt/signing-keys', label: 'JWT signing keys' },
] as const

/** The frame of the two pages about what tokens are signed with. */
export function JwtPage({ projectRef, children }: { projectRef: string; children: ReactNode }) {
  const { data: config } = useQuery(installationQueries.config())
  const hasLegacy = !config || offers(config, 'project_settings:legacy_jwt_keys')
  return (
    <div className="mx-auto flex w-full max-w-4xl flex-col gap-6 px-4 py-8 sm:px-6">
      <PageHeader
        title="JWT keys"
        description="What the tokens of this project are signed with, and known by."
      />
      {hasLegacy && (
        <nav aria-label="JWT keys" className="border-line border-b">
          <ul className="flex gap-4">
            {pages.map(({ to, label }) => (
              <li key={to} className="shrink-0">
                <Link
                  to={to}
                  params={{ ref: projectRef }}
                  activeOptions={{ exact: true }}
                  className="-outline-offset-2 relative flex h-9 items-center rounded-sm text-ink-muted text-sm transition-colors after:absolute after:inset-x-0 after:bottom-0 after:h-0.5 hover:text-ink aria-[current=page]:text-ink aria-[current=page]:after:bg-brand"
                >
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
      {children}
    </div>
  )
}
