import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../../ui/controls/Button.tsx'
import { Card } from '../../../../ui/layout/Card.tsx'
import { permissionQueries } from '../../../organization/permissions/permissions.queries.ts'
import { ResetPasswordDialog } from './ResetPasswordDialog.tsx'

/** The password that programs log in with, which can only be replaced. */
export function DatabasePasswordCard({ project }: { project: Project }) {
  const { ref, organization_slug: slug } = project
  const { data: refusal } = useQuery(permissionQueries.refusal(needs.resetDatabasePassword, { slug, ref }))
  const [isOpen, setOpen] = useState(false)
  const reason =
    refusal ??
    (project.status === 'ACTIVE_HEALTHY' ? undefined : 'The project has to run to take a new password')
  return (
    <Card
      title="Database password"
      description="Nobody can read the password of the role postgres again, but you can set another one."
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
