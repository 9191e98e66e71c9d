import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Ban } from 'lucide-react'
import { ButtonLink } from '../../../../ui/controls/ButtonLink.tsx'
import { EmptyState } from '../../../../ui/feedback/EmptyState.tsx'
import { PageHeader } from '../../../../ui/layout/PageHeader.tsx'
import { permissionQueries } from '../../../organization/permissions/permissions.queries.ts'
import { NewProjectForm } from './NewProjectForm.tsx'
import { CREATION_SWITCHED_OFF } from './NewProjectLink.tsx'

export function NewProjectPage({ slug, mayCreate }: { slug: string; mayCreate: boolean }) {
  const { data: refusal } = useQuery(permissionQueries.refusal(needs.createProjects, { slug }))
  const obstacle = mayCreate
    ? refusal && { title: 'You cannot make projects here', reason: refusal }
    : { title: 'New projects are switched off', reason: CREATION_SWITCHED_OFF }
  return (
    <div className="mx-auto flex w-full max-w-xl flex-col gap-6 px-4 py-8 sm:px-6">
      <PageHeader
        title="Create a new project"
        description="A project is a PostgreSQL database of its own, with its own roles, schemas and password."
      />
      {obstacle ? (
        <EmptyState
          icon={Ban}
          title={obstacle.title}
          action={
            <ButtonLink render={<Link to="/org/$slug" params={{ slug }} />}>Back to the projects</ButtonLink>
          }
        >
          {obstacle.reason}
        </EmptyState>
      ) : (
        <NewProjectForm slug={slug} />
      )}
    </div>
  )
}
