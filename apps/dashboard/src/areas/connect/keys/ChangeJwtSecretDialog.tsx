import { JwtSecretChange } from '@basalt/contract/keys/signing-keys.schema.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useController, useForm } from 'react-hook-form'
import { z } from 'zod'
import { formFailure } from '../../../api/form-failure.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { PasswordInput } from '../../../ui/controls/PasswordInput.tsx'
import { RadioGroup } from '../../../ui/controls/RadioGroup.tsx'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { DialogBody } from '../../../ui/dialog/DialogBody.tsx'
import { DialogFooter } from '../../../ui/dialog/DialogFooter.tsx'
import { Callout } from '../../../ui/feedback/Callout.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { Form } from '../../../ui/form/Form.tsx'
import { FormField } from '../../../ui/form/FormField.tsx'
import { SubmitButton } from '../../../ui/form/SubmitButton.tsx'
import { changeJwtSecret } from './signing-keys.queries.ts'

interface Props {
  projectRef: string
  open: boolean
  onOpenChange: (open: boolean) => void
  onChanged: () => void
}

export function ChangeJwtSecretDialog({ projectRef, open, onOpenChange, onChanged }: Props) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Change the JWT secret" size="sm">
      <SecretForm projectRef={projectRef} close={() => onOpenChange(false)} onChanged={onChanged} />
    </Dialog>
  )
}

/** The form's fields; `jwt_secret` applies only to a custom secret. */
const Fields = z
  .object({ source: z.enum(['random', 'own']), jwt_secret: z.string() })
  .transform(({ source, jwt_secret }) => (source === 'own' ? { source, jwt_secret } : { source }))
  .pipe(JwtSecretChange)

const options = [
  { value: 'random', label: 'A random secret' },
  {
    value: 'own',
    label: 'A secret of your own',
    description: 'For tokens that another program signs.',
  },
] as const

function SecretForm({
  projectRef,
  close,
  onChanged,
}: Pick<Props, 'projectRef' | 'onChanged'> & { close: () => void }) {
  const { mutateAsync } = useMutation(changeJwtSecret(projectRef))
  const form = useForm({
    resolver: zodResolver(Fields),
    defaultValues: { source: 'random' as 'random' | 'own', jwt_secret: '' },
  })
  // Without Field, which would give both options its label.
  const source = useController({ control: form.control, name: 'source' })
  return (
    <Form
      form={form}
      aria-label="Change the JWT secret"
      describeError={formFailure(['jwt_secret'])}
      className="gap-0!"
      onSubmit={async (change) => {
        await mutateAsync(change)
        onChanged()
        toast({
          tone: 'success',
          title: 'JWT secret changed',
          description: 'The legacy keys have changed. Copy them to where the old ones were used.',
        })
        close()
      }}
    >
      <DialogBody>
        <Callout tone="warning" title="This stops working immediately and permanently:">
          <ul className="list-disc pl-4">
            <li>the current anon and service_role keys, which are replaced by new ones</li>
            <li>every token signed with the old secret; its users are signed out</li>
            <li>signed file URLs</li>
          </ul>
        </Callout>
        <p className="text-ink-muted text-sm">
          Publishable and secret keys, and tokens of other signing keys, are not affected.
        </p>
        <RadioGroup
          aria-label="New secret"
          options={options}
          value={source.field.value}
          onValueChange={source.field.onChange}
        />
        {source.field.value === 'own' && (
          <FormField control={form.control} name="jwt_secret" label="Your secret">
            {(field) => <PasswordInput autoComplete="off" {...field} />}
          </FormField>
        )}
      </DialogBody>
      <DialogFooter>
        <Button onClick={close}>Cancel</Button>
        <SubmitButton variant="danger">Change secret</SubmitButton>
      </DialogFooter>
    </Form>
  )
}
