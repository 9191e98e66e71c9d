import { can, statusLabels } from '@basalt/contract/projects/status.rules.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { CirclePause } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { ButtonLink } from '../../../ui/controls/ButtonLink.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { projectQueries } from '../../project/projects/projects.queries.ts'
import { UploadPanel } from './uploads/UploadPanel.tsx'

/** The frame of all storage pages. Files can be listed only while the project's database is running. */
export function StorageFrame({
  projectRef: ref,
  overviewLink,
  children,
}: {
  projectRef: string
  overviewLink: ReactElement
  children: ReactNode
}) {
  const { data: project } = useSuspenseQuery(projectQueries.detail(ref))
  if (!can('query', project.status))
    return (
      <div className="mx-auto w-full max-w-3xl px-4 py-10">
        <h1 className="sr-only">Storage</h1>
        <EmptyState
          icon={CirclePause}
          title={statusLabels[project.status]}
          action={<ButtonLink render={overviewLink}>Open overview</ButtonLink>}
        >
          Files are available again once the project’s database is running. No files are lost.
        </EmptyState>
      </div>
    )
  return (
    <>
      {children}
      <UploadPanel projectRef={ref} />
    </>
  )
}
