import { createSubscriptionSql } from '@basalt/sql/subscription.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { type Control, useForm, useWatch } from 'react-hook-form'
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
import { CodeBlock } from '../../../ui/text/CodeBlock.tsx'
import { subscribeTo } from './replication.queries.ts'
import { publicationsOf, SubscriptionFields, type SubscriptionToCreate } from './subscription-form.schema.ts'

const describeError = formFailure<SubscriptionFields>(['name', 'connection_string', 'publications'])

/** Subscribes to publications of another server. */
export function CreateSubscriptionDialog({
  projectRef,
  open,
  onOpenChange,
}: {
  projectRef: string
  open: boolean
  onOpenChange: (open: boolean) => void
}) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Create a subscription"
      description="Rows of another PostgreSQL arrive here as they change. Their tables must exist in this project."
    >
      <SubscriptionForm projectRef={projectRef} close={() => onOpenChange(false)} />
    </Dialog>
  )
}

function SubscriptionForm({ projectRef, close }: { projectRef: string; close: () => void }) {
  const { mutateAsync } = useMutation(subscribeTo(projectRef))
  const form = useForm<SubscriptionFields, unknown, SubscriptionToCreate>({
    defaultValues: { name: '', connection_string: '', publications: '', copies_rows: true },
    resolver: zodResolver(SubscriptionFields),
  })
  return (
    <Form
      form={form}
      bare
      aria-label="Create a subscription"
      describeError={describeError}
      onSubmit={async (values) => {
        await mutateAsync(values)
        close()
      }}
    >
      <DialogBody>
        <FormError />
        <FormField
          control={form.control}
          name="name"
          label="Name"
          description="Also the name of its replication slot at the publisher."
        >
          {(field) => <Input {...field} autoComplete="off" spellCheck={false} placeholder="from_shop" />}
        </FormField>
        <FormField
          control={form.control}
          name="connection_string"
          label="Connection string of the publisher"
          description="Its user needs the right to replicate. PostgreSQL stores it in this project’s database."
        >
          {(field) => (
            <PasswordInput
              {...field}
              autoComplete="off"
              placeholder="postgresql://user:password@host:5432/database"
            />
          )}
        </FormField>
        <FormField
          control={form.control}
          name="publications"
          label="Publications"
          description="Separated by commas."
        >
          {(field) => (
            <Input {...field} autoComplete="off" spellCheck={false} placeholder="orders, customers" />
          )}
        </FormField>
        <FormField control={form.control} name="copies_rows" label="Existing rows">
          {({ value, onValueChange }) => (
            <Checkbox
              label="Copy the rows that the tables hold now"
              checked={value}
              onCheckedChange={onValueChange}
            />
          )}
        </FormField>
        <Sql control={form.control} />
      </DialogBody>
      <DialogFooter>
        <Button onClick={close}>Cancel</Button>
        <SubmitButton>Create subscription</SubmitButton>
      </DialogFooter>
    </Form>
  )
}

function Sql({ control }: { control: Control<SubscriptionFields, unknown, SubscriptionToCreate> }) {
  const { name, publications, copies_rows } = useWatch({ control }) as SubscriptionFields
  const names = publicationsOf(publications)
  return (
    <section aria-label="SQL" className="flex flex-col gap-2">
      <h3 className="font-medium text-sm">SQL</h3>
      {name === '' || names.length === 0 ? (
        <p className="text-ink-muted text-sm">The SQL appears here when the form is complete.</p>
      ) : (
        <CodeBlock
          label="SQL of this change"
          code={`${createSubscriptionSql(name, names, copies_rows)};`}
          wrap
        />
      )}
    </section>
  )
}
