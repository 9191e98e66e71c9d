import { functionOf } from '@basalt/contract/integrations/function-uri.rules.ts'
import { WEBHOOK_HEADERS_MAX } from '@basalt/contract/table-webhooks/table-webhooks.rules.ts'
import type { TableWebhook } from '@basalt/contract/table-webhooks/table-webhooks.schema.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Control, useForm, useWatch } from 'react-hook-form'
import { formFailure } from '../../../api/form-failure.ts'
import { newId } from '../../../lib/new-id.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Combobox } from '../../../ui/controls/Combobox.tsx'
import { Input } from '../../../ui/controls/Input.tsx'
import { Select } from '../../../ui/controls/Select.tsx'
import { DialogFooter } from '../../../ui/dialog/DialogFooter.tsx'
import { Sheet } from '../../../ui/dialog/Sheet.tsx'
import { SheetBody } from '../../../ui/dialog/SheetBody.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { Form } from '../../../ui/form/Form.tsx'
import { FormError } from '../../../ui/form/FormError.tsx'
import { FormField } from '../../../ui/form/FormField.tsx'
import { HeaderFields } from '../../../ui/form/HeaderFields.tsx'
import { SubmitButton } from '../../../ui/form/SubmitButton.tsx'
import { CodeBlock } from '../../../ui/text/CodeBlock.tsx'
import { SchemaCombobox } from '../../table-editor/entities/SchemaCombobox.port.tsx'
import { tableQueries } from '../../table-editor/tables/tables.queries.ts'
import { EventChoice } from './EventChoice.tsx'
import { addTableWebhook, changeTableWebhook } from './table-webhooks.queries.ts'
import {
  changeOf,
  fieldsOf,
  newWebhookOf,
  sqlOf,
  type WebhookInput,
  type WebhookValues,
  webhookFields,
} from './webhook-form.schema.ts'

const TABLES_SHOWN = 100

const targets = [
  { value: 'http', label: 'HTTP address' },
  { value: 'function', label: 'Function of the database' },
] as const

const describeError = formFailure<WebhookInput>([
  'name',
  'schema',
  'table',
  'events',
  'url',
  'timeout_seconds',
])

/** Creates a webhook, also like another one, or changes one. */
export function WebhookFormSheet({
  projectRef: ref,
  webhook,
  like,
  onClose,
  onCreated,
}: {
  projectRef: string
  /** Undefined for a new one. */
  webhook: TableWebhook | undefined
  /** What a new one begins with. */
  like?: TableWebhook | undefined
  onClose: () => void
  /** A function has no secret. */
  onCreated?: (created: { id: string; secret: string | undefined }) => void
}) {
  const [id] = useState(() => webhook?.id ?? newId())
  const { mutateAsync: add } = useMutation(addTableWebhook(ref))
  const { mutateAsync: change } = useMutation(changeTableWebhook(ref, id))
  const form = useForm<WebhookInput, unknown, WebhookValues>({
    resolver: zodResolver(webhookFields(webhook)),
    defaultValues: like ? fieldsOf(like, true) : fieldsOf(webhook),
  })
  const { control } = form
  const isHttp = useWatch({ control, name: 'target' }) === 'http'
  const submit = async (values: WebhookValues) => {
    if (webhook) {
      await change(changeOf(webhook, values))
      toast({ tone: 'success', title: 'Webhook saved' })
      onClose()
      return
    }
    const { secret } = await add({ id, ...newWebhookOf(values) })
    onCreated?.({ id, secret: values.target === 'http' ? secret : undefined })
  }
  return (
    <Sheet
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={webhook ? `Edit ${webhook.name}` : like ? `Duplicate ${like.name}` : 'New webhook'}
      description={webhook ? undefined : 'Sends each changed row of a table.'}
      size="lg"
    >
      <Form
        form={form}
        bare
        aria-label={webhook ? 'Edit webhook' : 'New webhook'}
        describeError={describeError}
        onSubmit={submit}
      >
        <SheetBody>
          <FormError />
          <FormField control={control} name="name" label="Name" description="Also the name of the trigger.">
            {(field) => (
              <Input
                autoComplete="off"
                spellCheck={false}
                placeholder="order_events"
                {...field}
                disabled={webhook?.table === null}
              />
            )}
          </FormField>
          {!webhook && (
            <TableChoice
              projectRef={ref}
              control={control}
              onSchemaChange={() => form.setValue('table', '')}
            />
          )}
          {webhook?.table !== null && <EventChoice control={control} />}
          <FormField control={control} name="target" label="Sends to">
            {(field) => <Select options={targets} {...field} />}
          </FormField>
          {isHttp ? (
            <>
              <FormField
                control={control}
                name="url"
                label="Address"
                description={addressHint(webhook, like)}
              >
                {(field) => (
                  <Input
                    autoComplete="off"
                    spellCheck={false}
                    inputMode="url"
                    placeholder="https://example.com/orders"
                    {...field}
                  />
                )}
              </FormField>
              <HeaderFields
                control={control}
                knownNames={webhook?.header_names ?? []}
                example="X-Api-Key"
                max={WEBHOOK_HEADERS_MAX}
              />
            </>
          ) : (
            <FunctionChoice control={control} />
          )}
          <FormField
            control={control}
            name="timeout_seconds"
            label={isHttp ? 'Response time in seconds' : 'Running time in seconds'}
            description={`A ${isHttp ? 'receiver' : 'function'} that takes longer has failed, and the event is sent again.`}
          >
            {(field) => <Input inputMode="numeric" autoComplete="off" className="sm:w-32!" {...field} />}
          </FormField>
          <Sql id={id} control={control} webhook={webhook} />
        </SheetBody>
        <DialogFooter>
          <Button onClick={onClose}>Cancel</Button>
          <SubmitButton>{webhook ? 'Save webhook' : 'Create webhook'}</SubmitButton>
        </DialogFooter>
      </Form>
    </Sheet>
  )
}

function addressHint(webhook: TableWebhook | undefined, like: TableWebhook | undefined): string {
  if (webhook && !functionOf(webhook.origin)) return `Currently at ${webhook.origin}. Leave empty to keep it.`
  if (like && !functionOf(like.origin))
    return `That of ${like.name} is not shown again, nor are the values of its headers. Enter them.`
  return 'Receives a POST with JSON. Stored encrypted; later only its host is shown.'
}

type FormControl = Control<WebhookInput, unknown, WebhookValues>

function FunctionChoice({ control }: { control: FormControl }) {
  return (
    <div className="flex flex-col gap-2">
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField control={control} name="function_schema" label="Schema of the function">
          {(field) => <Input autoComplete="off" spellCheck={false} {...field} />}
        </FormField>
        <FormField control={control} name="function_name" label="Function">
          {(field) => <Input autoComplete="off" spellCheck={false} placeholder="on_order" {...field} />}
        </FormField>
      </div>
      <p className="text-ink-muted text-sm">
        Takes one jsonb, and is called as the role service_role after the change has been committed.
      </p>
    </div>
  )
}

function TableChoice({
  projectRef: ref,
  control,
  onSchemaChange,
}: {
  projectRef: string
  control: FormControl
  onSchemaChange: () => void
}) {
  const schema = useWatch({ control, name: 'schema' })
  const tables = useQuery(tableQueries.targets(ref, schema))
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <FormField control={control} name="schema" label="Schema">
        {(field) => (
          <SchemaCombobox
            {...field}
            projectRef={ref}
            isForChanges
            onValueChange={(next) => {
              if (next === null) return
              field.onValueChange(next)
              onSchemaChange()
            }}
          />
        )}
      </FormField>
      <FormField control={control} name="table" label="Table">
        {(field) => (
          <Combobox
            {...field}
            shownMax={TABLES_SHOWN}
            placeholder="Choose a table"
            emptyText={
              tables.isError
                ? 'Failed to load the tables'
                : tables.isPending
                  ? 'Loading tables'
                  : 'No such table'
            }
            options={(tables.data ?? []).map(({ name }) => ({ value: name, label: name }))}
            value={field.value === '' ? null : field.value}
            onValueChange={(next) => field.onValueChange(next ?? '')}
          />
        )}
      </FormField>
    </div>
  )
}

function Sql({
  id,
  control,
  webhook,
}: {
  id: string
  control: FormControl
  webhook: TableWebhook | undefined
}) {
  const fields = useWatch({ control }) as WebhookInput
  const sql = sqlOf(id, fields, webhook)
  return (
    <section aria-label="SQL" className="flex flex-col gap-2">
      <h3 className="font-medium text-sm">SQL</h3>
      {sql === '' ? (
        <p className="text-ink-muted text-sm">
          {webhook ? 'The trigger stays as it is.' : 'Enter a name and choose a table to see the trigger.'}
        </p>
      ) : (
        <CodeBlock label="SQL of this webhook" code={sql} wrap />
      )}
    </section>
  )
}
