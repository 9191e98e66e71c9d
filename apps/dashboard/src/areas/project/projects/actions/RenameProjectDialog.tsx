import { PROJECT_NAME_MAX } from '@basalt/contract/projects/projects.rules.ts'
import { type Project, ProjectName } from '@basalt/contract/projects/projects.schema.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { formFailure } from '../../../../api/form-failure.ts'
import { Button } from '../../../../ui/controls/Button.tsx'
import { Input } from '../../../../ui/controls/Input.tsx'
import { Dialog } from '../../../../ui/dialog/Dialog.tsx'
import { DialogBody } from '../../../../ui/dialog/DialogBody.tsx'
import { DialogFooter } from '../../../../ui/dialog/DialogFooter.tsx'
import { Form } from '../../../../ui/form/Form.tsx'
import { FormField } from '../../../../ui/form/FormField.tsx'
import { SubmitButton } from '../../../../ui/form/SubmitButton.tsx'
import { renameProject } from '../projects.queries.ts'

const NewName = z.object({ name: ProjectName })

export function RenameProjectDialog({
  project,
  open,
  onOpenChange,
}: {
  project: Project
  open: boolean
  onOpenChange: (open: boolean) => void
}) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Rename project"
      description="Only the name changes; the ref and all URLs stay the same."
      size="sm"
    >
      <RenameForm project={project} close={() => onOpenChange(false)} />
    </Dialog>
  )
}

/** Mounted with the dialog, so that it starts from the current name each time. */
function RenameForm({ project, close }: { project: Project; close: () => void }) {
  const form = useForm({ resolver: zodResolver(NewName), defaultValues: { name: project.name } })
  const rename = useMutation(renameProject(project.ref))
  const router = useRouter()
  return (
    <Form
      form={form}
      onSubmit={async ({ name }) => {
        await rename.mutateAsync(name)
        close()
        // The page's title comes from the loader.
        await router.invalidate()
      }}
      describeError={formFailure(['name'])}
      className="gap-0!"
    >
      <DialogBody>
        <FormField control={form.control} name="name" label="Name" required>
          {(field) => <Input {...field} autoComplete="off" maxLength={PROJECT_NAME_MAX} />}
        </FormField>
      </DialogBody>
      <DialogFooter>
        <Button onClick={close}>Cancel</Button>
        <SubmitButton>Rename project</SubmitButton>
      </DialogFooter>
    </Form>
  )
}
