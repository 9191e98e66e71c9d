import { PROJECT_NAME_MAX } from '@basalt/contract/projects/projects.rules.ts'
import { type Project, ProjectName } from '@basalt/contract/projects/projects.schema.ts'
import { useMutation } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { formFailure } from '../../../../api/form-failure.ts'
import { NameDialog } from '../../../../ui/dialog/NameDialog.tsx'
import { renameProject } from '../projects.queries.ts'

const describeError = formFailure(['name'])

export function RenameProjectDialog({
  project,
  ...dialog
}: {
  project: Project
  open: boolean
  onOpenChange: (open: boolean) => void
}) {
  const rename = useMutation(renameProject(project.ref))
  const router = useRouter()
  return (
    <NameDialog
      {...dialog}
      title="Rename project"
      description="Only the name changes; the ref and all URLs stay the same."
      size="sm"
      action="Rename project"
      initial={project.name}
      maxLength={PROJECT_NAME_MAX}
      schema={ProjectName}
      describeError={describeError}
      onSubmit={async (name) => {
        await rename.mutateAsync(name)
        // The page's title comes from the loader, which the dialog does not wait for.
        void router.invalidate()
      }}
    />
  )
}
