import type { Organization } from '@basalt/contract/organizations/organizations.schema.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../../ui/controls/Button.tsx'
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { TextLink } from '../../../ui/text/TextLink.tsx'
import { projectQueries } from '../../project/projects/projects.queries.ts'
import { permissionQueries } from '../permissions/permissions.queries.ts'
import { deletionBlocker } from './organization-deletion.rules.ts'
import { deleteOrganization } from './organizations.queries.ts'

export function DeleteOrganization({ organization: { slug, name } }: { organization: Organization }) {
  const [isConfirming, setConfirming] = useState(false)
  const { mutateAsync } = useMutation(deleteOrganization)
  const navigate = useNavigate()
  const projects = useInfiniteQuery(projectQueries.pages(slug, { sort: 'name_asc', search: '' }))
  const { data: refusal } = useQuery(permissionQueries.refusal(needs.deleteOrganization, { slug }))
  const blocker = deletionBlocker(projects.data?.pages[0]?.pagination.count)

  const remove = async () => {
    await mutateAsync(slug)
    await navigate({ to: '/' })
  }
  return (
    <Card danger title="Delete organization" description="This cannot be undone.">
      <Button
        variant="danger"
        onClick={() => setConfirming(true)}
        reason={refusal}
        {...(!refusal &&
          blocker && {
            reason: blocker,
            reasonLink: (
              <TextLink render={<Link to="/org/$slug" params={{ slug }} />}>Go to its projects</TextLink>
            ),
          })}
      >
        Delete organization
      </Button>
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setConfirming}
        title={`Delete ${name}`}
        confirmLabel="Delete organization"
        typeToConfirm={name}
        onConfirm={remove}
      >
        The organization and its settings are removed for all its members. This cannot be undone.
      </ConfirmDialog>
    </Card>
  )
}
