import type { ReactNode } from 'react'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'

/** The layout of the two JWT pages. */
export function JwtPage({ tabs, children }: { tabs: ReactNode; children: ReactNode }) {
  return (
    <div className="mx-auto flex w-full max-w-4xl flex-col gap-6 px-4 py-8 sm:px-6">
      <PageHeader title="JWT keys" description="The keys that sign and verify this project's tokens." />
      {tabs}
      {children}
    </div>
  )
}
