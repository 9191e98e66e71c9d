import type { Subscription } from '@basalt/contract/replication/replication.schema.ts'
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
import { changeSubscriptionOf, subscribeTo } from './replication.queries.ts'
import {
  editOf,
  fieldsOf,
  NewSubscriptionFields,
  SubscriptionFields,
  type SubscriptionInput,
  type SubscriptionValues,
  sqlOf,
} from './subscription-form.schema.ts'

/** What the dialog does: creates a subscription, edits one, or creates one like another. */
export type SubscriptionForm =
  | { readonly kind: 'new' }
  | { readonly kind: 'edit' | 'duplicate'; readonly subscription: Subscription }

const describeError = formFailure<SubscriptionInput>(['name', 'connection_string', 'publications'])

const titleOf = (form: SubscriptionForm) =>
  form.kind === 'new'
    ? 'Create a subscription'
    : `${form.kind === 'edit' ? 'Edit' : 'Duplicate'} ${form.subscription.name}`

/** Subscribes to publications of another server, or changes to which. */
export function SubscriptionDialog({
  projectRef,
  form,
  onClose,
}: {
  projectRef: string
  /** Undefined while the dialog is closed. */
  form: SubscriptionForm | undefined
  onClose: () => void
}) {
  return (
    <Dialog
      open={form !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={form && titleOf(form)}
      description="Rows of another PostgreSQL arrive here as they change. Their tables must exist in this project."
    >
      {form && <Fields projectRef={projectRef} opened={form} close={onClose} />}
    </Dialog>
  )
}

type FormControl = Control<SubscriptionInput, unknown, SubscriptionValues>

function Fields({
  projectRef,
  opened,
  close,
}: {
  projectRef: string
  opened: SubscriptionForm
  close: () => void
}) {
  const { mutateAsync: create } = useMutation(subscribeTo(projectRef))
  const { mutateAsync: change } = useMutation(changeSubscriptionOf(projectRef))
  const edited = opened.kind === 'edit' ? opened.subscription : undefined
  const form = useForm<SubscriptionInput, unknown, SubscriptionValues>({
    defaultValues: fieldsOf(opened),
    resolver: zodResolver(edited ? SubscriptionFields : NewSubscriptionFields),
  })
  const { control } = form
  return (
    <Form
      form={form}
      bare
      aria-label={titleOf(opened)}
      describeError={describeError}
      onSubmit={async (values) => {
        if (!edited) await create(values)
        else {
          const edit = editOf(edited, values)
          if (edit) await change({ name: edited.name, ...edit })
        }
        close()
      }}
    >
      <DialogBody>
        <FormError />
        {!edited && (
          <FormField
            control={control}
            name="name"
            label="Name"
            description="Also the name of its replication slot at the publisher."
          >
            {(field) => <Input {...field} autoComplete="off" spellCheck={false} placeholder="from_shop" />}
          </FormField>
        )}
        <FormField
          control={control}
          name="connection_string"
          label="Connection string of the publisher"
          description={
            edited
              ? 'Leave empty to keep the stored one, which is never shown.'
              : opened.kind === 'duplicate'
                ? 'Enter it again: the stored one is never shown. Its user needs the right to replicate.'
                : 'Its user needs the right to replicate. PostgreSQL stores it in this project’s database.'
          }
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
          control={control}
          name="publications"
          label="Publications"
          description="Separated by commas."
        >
          {(field) => (
            <Input {...field} autoComplete="off" spellCheck={false} placeholder="orders, customers" />
          )}
        </FormField>
        {!edited && (
          <FormField control={control} name="copies_rows" label="Existing rows">
            {({ value, onValueChange }) => (
              <Checkbox
                label="Copy the rows that the tables hold now"
                checked={value}
                onCheckedChange={onValueChange}
              />
            )}
          </FormField>
        )}
        <Sql control={control} edited={edited} />
      </DialogBody>
      <DialogFooter>
        <Button onClick={close}>Cancel</Button>
        <SubmitButton>{edited ? 'Save subscription' : 'Create subscription'}</SubmitButton>
      </DialogFooter>
    </Form>
  )
}

function Sql({ control, edited }: { control: FormControl; edited: Subscription | undefined }) {
  const statements = sqlOf(useWatch({ control }) as SubscriptionInput, edited)
  return (
    <section aria-label="SQL" className="flex flex-col gap-2">
      <h3 className="font-medium text-sm">SQL</h3>
      {statements.length === 0 ? (
        <p className="text-ink-muted text-sm">
          {edited ? 'Nothing to change yet.' : 'The SQL appears here when the form is complete.'}
        </p>
      ) : (
        <CodeBlock
          label="SQL of this change"
          code={statements.map((statement) => `${statement};`).join('\n')}
          wrap
        />
      )}
    </section>
  )
}
