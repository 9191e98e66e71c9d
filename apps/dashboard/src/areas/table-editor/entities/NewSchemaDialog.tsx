import { NewSchema } from '@basalt/contract/schemas/schemas.schema.ts'
import { createSchemaSql } from '@basalt/sql/create-schema.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useForm, useWatch } from 'react-hook-form'
import { formFailure } from '../../../api/form-failure.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Input } from '../../../ui/controls/Input.tsx'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { DialogBody } from '../../../ui/dialog/DialogBody.tsx'
import { DialogFooter } from '../../../ui/dialog/DialogFooter.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { Form } from '../../../ui/form/Form.tsx'
import { FormError } from '../../../ui/form/FormError.tsx'
import { FormField } from '../../../ui/form/FormField.tsx'
import { SubmitButton } from '../../../ui/form/SubmitButton.tsx'
import { CodeBlock } from '../../../ui/text/CodeBlock.tsx'
import { newSchema } from './entities.queries.ts'

interface Props {
  projectRef: string
  open: boolean
  close: () => void
  onCreated: (name: string) => void
}

export function NewSchemaDialog({ open, ...rest }: Props) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && rest.close()}
      title="Create a new schema"
      description="The Data API reaches it only once you expose it in the API settings."
      size="sm"
    >
      <NewSchemaForm {...rest} />
    </Dialog>
  )
}

/** Mounted with the dialog, so that it starts empty each time. */
function NewSchemaForm({ projectRef, close, onCreated }: Omit<Props, 'open'>) {
  const form = useForm({ resolver: zodResolver(NewSchema), defaultValues: { name: '' } })
  const create = useMutation(newSchema(projectRef))
  const name = useWatch({ control: form.control, name: 'name' })
  return (
    <Form
      form={form}
      bare
      aria-label="Create a new schema"
      describeError={formFailure(['name'])}
      onSubmit={async ({ name: wanted }) => {
        await create.mutateAsync(wanted)
        toast({ tone: 'success', title: `Created the schema ${wanted}` })
        close()
        onCreated(wanted)
      }}
    >
      <DialogBody>
        <FormError />
        <FormField control={form.control} name="name" label="Name" required>
          {(field) => <Input {...field} autoComplete="off" />}
        </FormField>
        {name !== '' && <CodeBlock code={createSchemaSql(name)} label="SQL" wrap />}
      </DialogBody>
      <DialogFooter>
        <Button onClick={close}>Cancel</Button>
        <SubmitButton>Create schema</SubmitButton>
      </DialogFooter>
    </Form>
  )
}
