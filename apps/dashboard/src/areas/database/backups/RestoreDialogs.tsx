import type { BackupOverview } from '@basalt/contract/backups/backups.schema.ts'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { formFailure } from '../../../api/form-failure.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Input } from '../../../ui/controls/Input.tsx'
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { DialogBody } from '../../../ui/dialog/DialogBody.tsx'
import { DialogFooter } from '../../../ui/dialog/DialogFooter.tsx'
import { Form } from '../../../ui/form/Form.tsx'
import { FormError } from '../../../ui/form/FormError.tsx'
import { FormField } from '../../../ui/form/FormField.tsx'
import { OneTimeSecret } from '../../../ui/form/OneTimeSecret.tsx'
import { SubmitButton } from '../../../ui/form/SubmitButton.tsx'
import { type Origin, restoreAsNew, restoreInPlace } from './backups.queries.ts'
import { estimateText, restoreEstimate } from './restore-estimate.rules.ts'

/** What is to be restored, where to: in place, to a new project, or beside the present; and its name in the question. */
export interface RestoreRequest {
  into: 'place' | 'project' | 'past'
  origin: Origin
  /** Such as `the backup of 3 March 2026, 02:17`. */
  what: string
}

/** Asks before a restore in place, or for the name of the new project. */
export function RestoreDialogs({
  projectRef,
  projectName,
  overview,
  request,
  onClose,
}: {
  projectRef: string
  projectName: string
  overview: BackupOverview
  request: RestoreRequest | undefined
  onClose: () => void
}) {
  const restore = useMutation(restoreInPlace(projectRef))
  const estimate = request && restoreEstimate(overview, request.origin)
  const expected = estimate ? ` ${estimateText(estimate)}` : ''
  return (
    <>
      <ConfirmDialog
        open={request?.into === 'place'}
        onOpenChange={(isOpen) => !isOpen && onClose()}
        title={`Restore ${request?.what ?? ''}`}
        confirmLabel="Restore"
        onConfirm={() => restore.mutateAsync(request!.origin)}
      >
        It is prepared while the project stays in use.{expected} Then the database restarts with it, and
        connections end. The present data is kept until you decide, so you can return to it.
      </ConfirmDialog>
      <Dialog
        open={request?.into === 'project'}
        onOpenChange={(isOpen) => !isOpen && onClose()}
        title="Restore to a new project"
        description={`The new project has ${request?.what ?? ''}. This project stays as it is.${expected}`}
      >
        {request && (
          <NewProject
            projectRef={projectRef}
            projectName={projectName}
            origin={request.origin}
            close={onClose}
          />
        )}
      </Dialog>
    </>
  )
}

const describeError = formFailure<{ name: string }>(['name'])

function NewProject({
  projectRef,
  projectName,
  origin,
  close,
}: {
  projectRef: string
  projectName: string
  origin: Origin
  close: () => void
}) {
  const create = useMutation(restoreAsNew(projectRef))
  const form = useForm({ defaultValues: { name: `${projectName} restored` } })
  const created = create.data
  if (created)
    return (
      <OneTimeSecret
        title="Copy the database password now"
        secrets={{ 'Database password': created.db_pass ?? '' }}
        close={close}
      >
        {created.name} is being restored, and ready once it is healthy. It is in the list of projects.
      </OneTimeSecret>
    )
  return (
    <Form
      form={form}
      bare
      aria-label="Restore to a new project"
      describeError={describeError}
      onSubmit={async ({ name }) => void (await create.mutateAsync({ origin, name }))}
    >
      <DialogBody>
        <FormError />
        <FormField control={form.control} name="name" label="Name">
          {(field) => <Input {...field} autoComplete="off" />}
        </FormField>
      </DialogBody>
      <DialogFooter>
        <Button onClick={close}>Cancel</Button>
        <SubmitButton>Restore to new project</SubmitButton>
      </DialogFooter>
    </Form>
  )
}
