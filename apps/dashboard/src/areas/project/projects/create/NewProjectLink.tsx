import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { Button } from '../../../../ui/controls/Button.tsx'
import { ButtonLink } from '../../../../ui/controls/ButtonLink.tsx'
import { permissionQueries } from '../../../organization/permissions/permissions.queries.ts'

export const CREATION_DISABLED = 'The operator of this installation has disabled creating projects.'

export function NewProjectLink({ slug, mayCreate }: { slug: string; mayCreate: boolean }) {
  const { data: refusal } = useQuery(permissionQueries.refusal(needs.createProjects, { slug }))
  const reason = mayCreate ? refusal : CREATION_DISABLED
  if (reason !== undefined)
    return (
      <Button variant="primary" icon={Plus} reason={reason}>
        New project
      </Button>
    )
  return (
    <ButtonLink variant="primary" icon={Plus} render={<Link to="/new/$slug" params={{ slug }} />}>
      New project
    </ButtonLink>
  )
}
