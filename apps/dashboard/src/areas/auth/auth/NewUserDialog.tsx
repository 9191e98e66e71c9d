import { Email } from '@basalt/contract/access/access.schema.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useController, useForm } from 'react-hook-form'
import { z } from 'zod'
import { formFailure } from '../../../api/form-failure.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Checkbox } from '../../../ui/controls/Checkbox.tsx'
import { Input } from '../../../ui/controls/Input.tsx'
import { PasswordInput } from '../../../ui/controls/PasswordInput.tsx'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { DialogBody } from '../../../ui/dialog/DialogBody.tsx'
import { DialogFooter } from '../../../ui/dialog/DialogFooter.tsx'
import { Form } from '../../../ui/form/Form.tsx'
import { FormError } from '../../../ui/form/FormError.tsx'
import { FormField } from '../../../ui/form/FormField.tsx'
import { SubmitButton } from '../../../ui/form/SubmitButton.tsx'
import { addAuthUser, inviteUser } from './auth.queries.ts'
import { NewUserForm, type NewUserInputs, newUserInputs } from './new-user-form.schema.ts'

interface Props {
  projectRef: string
  onClose: () => void
  /** With the id of a created user; an invited one is only listed. */
  onCreated: (id: string | undefined) => void
}

/** Creates a user with a password, or invites one by mail. */
export function NewUserDialog({ kind, ...props }: Props & { kind: 'new' | 'invite' }) {
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && props.onClose()}
      title={kind === 'new' ? 'Create user' : 'Invite user'}
    >
      {kind === 'new' ? <CreateForm {...props} /> : <InviteForm {...props} />}
    </Dialog>
  )
}

const createFailure = formFailure<NewUserInputs>(['email', 'phone', 'password'])

function CreateForm({ projectRef, onClose, onCreated }: Props) {
  const { mutateAsync } = useMutation(addAuthUser(projectRef))
  const form = useForm({ resolver: zodResolver(NewUserForm), defaultValues: newUserInputs })
  const confirm = useController({ control: form.control, name: 'is_confirmed' })
  return (
    <Form
      form={form}
      bare
      aria-label="Create user"
      describeError={createFailure}
      onSubmit={async (fields) => onCreated((await mutateAsync(fields)).id)}
    >
      <DialogBody>
        <FormError />
        <FormField control={form.control} name="email" label="Email">
          {(field) => <Input type="email" autoComplete="off" placeholder="name@example.com" {...field} />}
        </FormField>
        <FormField
          control={form.control}
          name="phone"
          label="Phone number"
          description="A user has an email address, a phone number, or both."
        >
          {(field) => <Input type="tel" autoComplete="off" placeholder="+15551234567" {...field} />}
        </FormField>
        <FormField control={form.control} name="password" label="Password">
          {(field) => <PasswordInput autoComplete="new-password" {...field} />}
        </FormField>
        <Checkbox
          label="Confirmed without a link or code"
          checked={confirm.field.value}
          onCheckedChange={confirm.field.onChange}
        />
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>Cancel</Button>
        <SubmitButton>Create user</SubmitButton>
      </DialogFooter>
    </Form>
  )
}

const Invitation = z.object({ email: Email })
const inviteFailure = formFailure<z.input<typeof Invitation>>(['email'])

function InviteForm({ projectRef, onClose, onCreated }: Props) {
  const { mutateAsync } = useMutation(inviteUser(projectRef))
  const form = useForm({ resolver: zodResolver(Invitation), defaultValues: { email: '' } })
  return (
    <Form
      form={form}
      bare
      aria-label="Invite user"
      describeError={inviteFailure}
      onSubmit={async ({ email }) => {
        await mutateAsync(email)
        onCreated(undefined)
      }}
    >
      <DialogBody>
        <FormError />
        <FormField
          control={form.control}
          name="email"
          label="Email"
          description="The mail has a link that confirms the address and signs in."
        >
          {(field) => <Input type="email" autoComplete="off" placeholder="name@example.com" {...field} />}
        </FormField>
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>Cancel</Button>
        <SubmitButton>Send invitation</SubmitButton>
      </DialogFooter>
    </Form>
  )
}
