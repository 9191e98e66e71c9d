import { NewApiKey } from '@basalt/contract/keys/keys.schema.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { formFailure } from '../../../api/form-failure.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Input } from '../../../ui/controls/Input.tsx'
import { DialogBody } from '../../../ui/dialog/DialogBody.tsx'
import { DialogFooter } from '../../../ui/dialog/DialogFooter.tsx'
import { Form } from '../../../ui/form/Form.tsx'
import { FormField } from '../../../ui/form/FormField.tsx'
import { SubmitButton } from '../../../ui/form/SubmitButton.tsx'

/** The name and description form of a key, for dialogs. */
export function ApiKeyForm({
  label,
  values,
  example,
  submitLabel,
  onSubmit,
  close,
}: {
  label: string
  values: ApiKeyFields
  example?: string
  submitLabel: string
  onSubmit: (fields: ApiKeyFields) => Promise<void>
  close: () => void
}) {
  const form = useForm({ resolver: zodResolver(ApiKeyFields), defaultValues: values })
  return (
    <Form
      form={form}
      aria-label={label}
      describeError={formFailure(['name', 'description'])}
      className="gap-0!"
      onSubmit={onSubmit}
    >
      <DialogBody>
        <FormField control={form.control} name="name" label="Name" description={example}>
          {(field) => <Input autoComplete="off" {...field} />}
        </FormField>
        <FormField control={form.control} name="description" label="Description" labelAside="Optional">
          {(field) => <Input autoComplete="off" {...field} />}
        </FormField>
      </DialogBody>
      <DialogFooter>
        <Button onClick={close}>Cancel</Button>
        <SubmitButton>{submitLabel}</SubmitButton>
      </DialogFooter>
    </Form>
  )
}

/** The editable fields of a key. */
const ApiKeyFields = NewApiKey.omit({ type: true }).required()
type ApiKeyFields = z.infer<typeof ApiKeyFields>
