import { can, statusWords } from '@basalt/contract/projects/status.rules.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { CirclePause } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { ButtonLink } from '../../../ui/controls/ButtonLink.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { projectQueries } from '../../project/projects/projects.queries.ts'
import { UploadPanel } from './uploads/UploadPanel.tsx'

/** Around every page of the storage: files can be listed only while the database runs that knows them. */
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
          title={statusWords[project.status]}
          action={<ButtonLink render={overviewLink}>Open the overview</ButtonLink>}
        >
          Files are shown once the database of this project answers again. Nothing is lost.
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
