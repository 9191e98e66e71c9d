import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../../ui/controls/Button.tsx'
import { Card } from '../../../../ui/layout/Card.tsx'
import { permissionQueries } from '../../../organization/permissions/permissions.queries.ts'
import { ResetPasswordDialog } from './ResetPasswordDialog.tsx'

/** The database password, which can only be reset. */
export function DatabasePasswordCard({ project }: { project: Project }) {
  const { ref, organization_slug: slug } = project
  const { data: refusal } = useQuery(permissionQueries.refusal(needs.resetDatabasePassword, { slug, ref }))
  const [isOpen, setOpen] = useState(false)
  const reason =
    refusal ??
    (project.status === 'ACTIVE_HEALTHY' ? undefined : 'The project must be running to change the password')
  return (
    <Card
      title="Database password"
      description="The password of the role postgres cannot be displayed again, but you can reset it."
      actions={
        <Button onClick={() => setOpen(true)} {...(reason !== undefined && { reason })}>
          Reset database password
        </Button>
      }
    >
      {isOpen && <ResetPasswordDialog projectRef={ref} open onOpenChange={setOpen} />}
    </Card>
  )
}
