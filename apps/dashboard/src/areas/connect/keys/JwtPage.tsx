import type { ReactNode } from 'react'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'

/** The frame of the two pages about what tokens are signed with. */
export function JwtPage({ tabs, children }: { tabs: ReactNode; children: ReactNode }) {
  return (
    <div className="mx-auto flex w-full max-w-4xl flex-col gap-6 px-4 py-8 sm:px-6">
      <PageHeader
        title="JWT keys"
        description="What the tokens of this project are signed with, and known by."
      />
      {tabs}
      {children}
    </div>
  )
}
