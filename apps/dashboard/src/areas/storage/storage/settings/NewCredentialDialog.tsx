import type { Output } from '@basalt/contract/endpoint.ts'
import { NewStorageCredential } from '@basalt/contract/storage/settings.schema.ts'
import type { createStorageCredential } from '@basalt/contract/storage/storage.endpoints.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { formFailure } from '../../../../api/form-failure.ts'
import { Button } from '../../../../ui/controls/Button.tsx'
import { Input } from '../../../../ui/controls/Input.tsx'
import { Dialog } from '../../../../ui/dialog/Dialog.tsx'
import { DialogBody } from '../../../../ui/dialog/DialogBody.tsx'
import { DialogFooter } from '../../../../ui/dialog/DialogFooter.tsx'
import { Form } from '../../../../ui/form/Form.tsx'
import { FormError } from '../../../../ui/form/FormError.tsx'
import { FormField } from '../../../../ui/form/FormField.tsx'
import { OneTimeSecret } from '../../../../ui/form/OneTimeSecret.tsx'
import { SubmitButton } from '../../../../ui/form/SubmitButton.tsx'
import { createCredential } from './settings.queries.ts'

type Created = Output<typeof createStorageCredential>

const describeError = formFailure<{ description: string }>(['description'])

export function NewCredentialDialog({
  projectRef,
  open,
  onOpenChange,
}: {
  projectRef: string
  open: boolean
  onOpenChange: (open: boolean) => void
}) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="New S3 access key">
      <Steps projectRef={projectRef} close={() => onOpenChange(false)} />
    </Dialog>
  )
}

/** Mounted with the dialog, so that the secret leaves the page's memory when it closes. */
function Steps({ projectRef, close }: { projectRef: string; close: () => void }) {
  const [created, setCreated] = useState<Created>()
  return created ? (
    <OneTimeSecret
      title="Copy the secret now"
      secrets={{ 'Access key ID': created.access_key, 'Secret access key': created.secret_key }}
      close={close}
    >
      Anyone with both can read and change every file of the project.
    </OneTimeSecret>
  ) : (
    <DescriptionStep projectRef={projectRef} onCreated={setCreated} close={close} />
  )
}

function DescriptionStep({
  projectRef,
  onCreated,
  close,
}: {
  projectRef: string
  onCreated: (created: Created) => void
  close: () => void
}) {
  const { mutateAsync: create } = useMutation(createCredential(projectRef))
  const form = useForm({
    resolver: zodResolver(NewStorageCredential),
    defaultValues: { description: '' },
  })
  return (
    <Form
      form={form}
      bare
      aria-label="New S3 access key"
      describeError={describeError}
      onSubmit={async ({ description }) => onCreated(await create(description))}
    >
      <DialogBody>
        <FormError />
        <FormField
          control={form.control}
          name="description"
          label="Description"
          description="What it is for, such as “nightly backup”."
        >
          {(field) => <Input autoComplete="off" {...field} />}
        </FormField>
      </DialogBody>
      <DialogFooter>
        <Button onClick={close}>Cancel</Button>
        <SubmitButton>Create access key</SubmitButton>
      </DialogFooter>
    </Form>
  )
}
