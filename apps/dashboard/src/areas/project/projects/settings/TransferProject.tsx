import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../../ui/controls/Button.tsx'
import { Select } from '../../../../ui/controls/Select.tsx'
import { ConfirmDialog } from '../../../../ui/dialog/ConfirmDialog.tsx'
import { toast } from '../../../../ui/feedback/toast.ts'
import { Field } from '../../../../ui/form/Field.tsx'
import { Card } from '../../../../ui/layout/Card.tsx'
import { organizationQueries } from '../../../organization/organizations/organizations.queries.ts'
import { transferProject } from '../projects.queries.ts'
import { useProjectRefusals } from '../state/use-project-refusals.ts'

/** Transfers a project to another of the user's organizations. */
export function TransferProject({ project }: { project: Project }) {
  const { ref, name, organization_slug } = project
  const organizations = useQuery(organizationQueries.list())
  const refusals = useProjectRefusals(project)
  const [target, setTarget] = useState<string | null>(null)
  const [isConfirming, setConfirming] = useState(false)
  const { mutateAsync } = useMutation(transferProject(ref))
  const others = (organizations.data ?? []).filter(({ slug }) => slug !== organization_slug)
  const targetName = others.find(({ slug }) => slug === target)?.name
  const blocker = others.length === 0 ? 'You are not a member of another organization' : undefined
  const reason =
    refusals.transfer ?? blocker ?? (target === null ? 'Choose an organization first' : undefined)
  const transfer = async () => {
    if (target === null) return
    await mutateAsync(target)
    toast({ tone: 'success', title: `${name} now belongs to ${targetName}` })
  }
  return (
    <Card
      title="Transfer project"
      description="Moves the project with its branches to another of your organizations. The database keeps running."
    >
      <div className="flex flex-wrap items-end gap-3">
        <Field label="Organization" className="min-w-48 flex-1">
          <Select
            options={others.map((organization) => ({ value: organization.slug, label: organization.name }))}
            value={target}
            onValueChange={setTarget}
            disabled={others.length === 0}
            placeholder="Choose an organization"
          />
        </Field>
        <Button reason={reason} onClick={() => setConfirming(true)}>
          Transfer
        </Button>
      </div>
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setConfirming}
        title={`Transfer ${name}?`}
        confirmLabel="Transfer project"
        tone="primary"
        onConfirm={transfer}
      >
        Members of {targetName} get access, and members of only this organization lose it. The plan of{' '}
        {targetName} applies at once.
      </ConfirmDialog>
    </Card>
  )
}
