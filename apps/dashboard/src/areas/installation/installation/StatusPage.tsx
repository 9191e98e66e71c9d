import type { ReactNode } from 'react'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { PlatformHealth } from './PlatformHealth.tsx'
import { ProjectsHealth } from './ProjectsHealth.tsx'

/** How this installation is right now. */
export function StatusPage({ breadcrumb }: { breadcrumb: ReactNode }) {
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-col gap-6 px-4 py-8 sm:px-6">
      <PageHeader title="Status" description="How this installation is right now." breadcrumb={breadcrumb} />
      <PlatformHealth />
      <ProjectsHealth />
    </div>
  )
}
