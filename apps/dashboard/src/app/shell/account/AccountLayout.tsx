import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { accessQueries } from '../../../areas/account/access/access.queries.ts'
import { accountPages } from '../../../areas/account/account.menu.ts'
import { installationPages } from '../../../areas/installation/installation.menu.ts'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { BackLink } from '../BackLink.tsx'

/** The layout of the account pages, with a link back to the dashboard. */
export function AccountLayout({ children }: { children: ReactNode }) {
  const role = useQuery(accessQueries.installationRole())
  const pages = role.data?.is_owner ? [...accountPages, ...installationPages] : accountPages
  return (
    <div className="mx-auto flex w-full max-w-6xl flex-col gap-6 px-4 py-8 sm:px-6">
      <PageHeader title="Account" breadcrumb={<BackLink />} />
      <div className="flex gap-x-10 gap-y-6 max-lg:flex-col">
        <nav
          aria-label="Account"
          className="shrink-0 max-lg:overflow-x-auto max-lg:[scrollbar-width:none] lg:w-44"
        >
          <ul className="flex gap-1 lg:flex-col">
            {pages.map(({ to, label }) => (
              <li key={to} className="shrink-0">
                <Link
                  to={to}
                  className="-outline-offset-2 flex h-8 items-center rounded-md px-2.5 text-ink-muted text-sm transition-colors hover:bg-surface-2 hover:text-ink aria-[current=page]:bg-surface-3 aria-[current=page]:text-ink"
                >
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className="flex min-w-0 flex-1 flex-col gap-6">{children}</div>
      </div>
    </div>
  )
}
