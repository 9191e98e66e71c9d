import { NewAccessToken } from '@basalt/contract/access/access.schema.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { formFailure } from '../../api/form-failure.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Input } from '../../ui/controls/Input.tsx'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { DialogBody } from '../../ui/dialog/DialogBody.tsx'
import { DialogFooter } from '../../ui/dialog/DialogFooter.tsx'
import { Form } from '../../ui/form/Form.tsx'
import { FormField } from '../../ui/form/FormField.tsx'
import { ShownOnce } from '../../ui/form/ShownOnce.tsx'
import { SubmitButton } from '../../ui/form/SubmitButton.tsx'
import { createAccessToken } from './access.queries.ts'

interface Props {
  open: boolean
  onOpenChange: (open: boolean) => void
}

const describeError = formFailure<{ name: string }>(['name'])

export function NewAccessTokenDialog({ open, onOpenChange }: Props) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="New access token" size="sm">
      <Steps close={() => onOpenChange(false)} />
    </Dialog>
  )
}

/** Mounted with the dialog: the token is gone from the page's memory when it closes. */
function Steps({ close }: { close: () => void }) {
  const [token, setToken] = useState<string>()
  return token === undefined ? (
    <NameStep onCreated={setToken} close={close} />
  ) : (
    <ShownOnce title="Copy the token now" secrets={{ Token: token }} close={close}>
      Whoever has it can act in your name.
    </ShownOnce>
  )
}

function NameStep({ onCreated, close }: { onCreated: (token: string) => void; close: () => void }) {
  const { mutateAsync } = useMutation(createAccessToken)
  const form = useForm({ resolver: zodResolver(NewAccessToken), defaultValues: { name: '' } })
  return (
    <Form
      form={form}
      aria-label="New access token"
      describeError={describeError}
      className="gap-0!"
      onSubmit={async (values) => onCreated((await mutateAsync(values)).token)}
    >
      <DialogBody>
        <FormField
          control={form.control}
          name="name"
          label="Name"
          description="What it is for, such as “nightly backup script”."
        >
          {(field) => <Input autoComplete="off" {...field} />}
        </FormField>
      </DialogBody>
      <DialogFooter>
        <Button onClick={close}>Cancel</Button>
        <SubmitButton>Create token</SubmitButton>
      </DialogFooter>
    </Form>
  )
}
