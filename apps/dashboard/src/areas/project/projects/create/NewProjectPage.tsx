import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Ban } from 'lucide-react'
import { ButtonLink } from '../../../../ui/controls/ButtonLink.tsx'
import { EmptyState } from '../../../../ui/feedback/EmptyState.tsx'
import { PageHeader } from '../../../../ui/layout/PageHeader.tsx'
import { permissionQueries } from '../../../organization/permissions/permissions.queries.ts'
import { OpenPortableCard } from '../../portable-projects/OpenPortableCard.tsx'
import { NewProjectForm } from './NewProjectForm.tsx'
import { CREATION_DISABLED } from './NewProjectLink.tsx'

export function NewProjectPage({ slug, mayCreate }: { slug: string; mayCreate: boolean }) {
  const { data: refusal } = useQuery(permissionQueries.refusal(needs.createProjects, { slug }))
  const blocker = mayCreate
    ? refusal && { title: 'You cannot create projects here', reason: refusal }
    : { title: 'Creating projects is disabled', reason: CREATION_DISABLED }
  return (
    <div className="mx-auto flex w-full max-w-xl flex-col gap-6 px-4 py-8 sm:px-6">
      <PageHeader
        title="Create a new project"
        description="A project is a separate PostgreSQL database with its own roles, schemas and password."
      />
      {blocker ? (
        <EmptyState
          icon={Ban}
          title={blocker.title}
          action={
            <ButtonLink render={<Link to="/org/$slug" params={{ slug }} />}>Back to the projects</ButtonLink>
          }
        >
          {blocker.reason}
        </EmptyState>
      ) : (
        <>
          <NewProjectForm slug={slug} />
          <OpenPortableCard slug={slug} />
        </>
      )}
    </div>
  )
}
