import { foreignSslModes } from '@basalt/contract/foreign-servers/foreign-servers.rules.ts'
import type { ForeignServer } from '@basalt/contract/foreign-servers/foreign-servers.schema.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useForm, useWatch } from 'react-hook-form'
import { formFailure } from '../../../api/form-failure.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Checkbox } from '../../../ui/controls/Checkbox.tsx'
import { Input } from '../../../ui/controls/Input.tsx'
import { PasswordInput } from '../../../ui/controls/PasswordInput.tsx'
import { Select } from '../../../ui/controls/Select.tsx'
import { DialogFooter } from '../../../ui/dialog/DialogFooter.tsx'
import { Sheet } from '../../../ui/dialog/Sheet.tsx'
import { SheetBody } from '../../../ui/dialog/SheetBody.tsx'
import { Form } from '../../../ui/form/Form.tsx'
import { FormError } from '../../../ui/form/FormError.tsx'
import { FormField } from '../../../ui/form/FormField.tsx'
import { SubmitButton } from '../../../ui/form/SubmitButton.tsx'
import { CodeBlock } from '../../../ui/text/CodeBlock.tsx'
import { changeServerIn, createServerIn } from './foreign-servers.queries.ts'
import { fieldsOf, NewServerFields, ServerFields, type ServerToSave } from './server-form.schema.ts'
import { needsLogin, serverSql } from './server-sql.rules.ts'
import { SSL_LABELS } from './ssl-labels.ts'

const describeError = formFailure<ServerFields>([
  'name',
  'host',
  'port',
  'database',
  'sslmode',
  'fetch_size',
  'user',
  'password',
])

const SSL_OPTIONS = foreignSslModes.map((value) => ({ value, ...SSL_LABELS[value] }))

/** Creates a server, also as a copy of another, or changes one. */
export function ServerSheet({
  projectRef,
  server,
  original,
  isEnabled,
  allowsPrivate,
  onClose,
}: {
  projectRef: string
  /** Undefined for a new one. */
  server: ForeignServer | undefined
  /** The server that a new one is a copy of. */
  original: ForeignServer | undefined
  /** Whether the extension is enabled. */
  isEnabled: boolean
  /** Whether the operator allows private networks. */
  allowsPrivate: boolean
  onClose: () => void
}) {
  const create = useMutation(createServerIn(projectRef))
  const change = useMutation(changeServerIn(projectRef))
  const form = useForm<ServerFields, unknown, ServerToSave>({
    defaultValues: fieldsOf(server ?? original, original !== undefined),
    resolver: (values, context, options) =>
      zodResolver(server && !needsLogin(values, server) ? ServerFields : NewServerFields)(
        values,
        context,
        options,
      ),
  })
  const isMoved = useWatch({
    control: form.control,
    compute: (fields: ServerFields) => needsLogin(fields, server),
  })
  const title = server ? `Edit ${server.name}` : original ? `Duplicate ${original.name}` : 'Add a server'
  return (
    <Sheet
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={<span className="wrap-anywhere">{title}</span>}
      description="Basalt connects to it for this project, not your browser."
    >
      <Form
        form={form}
        bare
        aria-label={title}
        describeError={describeError}
        onSubmit={async ({ user, password, ...place }) => {
          await (server
            ? change.mutateAsync({
                ...place,
                current: server.name,
                ...(isMoved && { login: { user, password } }),
              })
            : create.mutateAsync({ ...place, login: { user, password } }))
          onClose()
        }}
      >
        <SheetBody>
          <FormError />
          <FormField
            control={form.control}
            name="name"
            label="Name"
            description="The server’s name in this database."
          >
            {(field) => <Input {...field} autoComplete="off" spellCheck={false} placeholder="shop" />}
          </FormField>
          <FormField
            control={form.control}
            name="host"
            label="Host"
            description={
              allowsPrivate
                ? 'Its address is looked up for each connection.'
                : 'A public one. Its address is looked up and checked for each connection.'
            }
          >
            {(field) => (
              <Input {...field} autoComplete="off" spellCheck={false} placeholder="db.example.com" />
            )}
          </FormField>
          <div className="grid grid-cols-[8rem_1fr] gap-4">
            <FormField control={form.control} name="port" label="Port">
              {(field) => <Input {...field} inputMode="numeric" autoComplete="off" />}
            </FormField>
            <FormField control={form.control} name="database" label="Database">
              {(field) => <Input {...field} autoComplete="off" spellCheck={false} />}
            </FormField>
          </div>
          <FormField control={form.control} name="sslmode" label="Encryption">
            {(field) => <Select {...field} options={SSL_OPTIONS} />}
          </FormField>
          {(!server || isMoved) && (
            <>
              <FormField
                control={form.control}
                name="user"
                label="User there"
                description={
                  isMoved
                    ? 'The login that is kept is sent to the previous host and port only, so enter it again.'
                    : 'Queries of the role postgres log in as this user. Give it no more rights than they need.'
                }
              >
                {(field) => <Input {...field} autoComplete="off" spellCheck={false} />}
              </FormField>
              <FormField control={form.control} name="password" label="Password there">
                {(field) => <PasswordInput {...field} autoComplete="new-password" />}
              </FormField>
            </>
          )}
          <FormField
            control={form.control}
            name="fetch_size"
            label="Rows at once"
            description="More rows make large results faster and take more memory. 100 by default."
          >
            {(field) => <Input {...field} inputMode="numeric" autoComplete="off" placeholder="100" />}
          </FormField>
          <FormField control={form.control} name="use_remote_estimate" label="Plans">
            {({ value, onValueChange }) => (
              <Checkbox
                label="Ask the server what queries cost"
                description="Better plans for joins, at the price of a question for each plan."
                checked={value}
                onCheckedChange={onValueChange}
              />
            )}
          </FormField>
          <SqlOfForm form={form.control} server={server} isEnabled={isEnabled} />
        </SheetBody>
        <DialogFooter>
          <Button onClick={onClose}>Cancel</Button>
          <SubmitButton>{server ? 'Save server' : 'Add server'}</SubmitButton>
        </DialogFooter>
      </Form>
    </Sheet>
  )
}

function SqlOfForm({
  form: control,
  server,
  isEnabled,
}: {
  form: ReturnType<typeof useForm<ServerFields, unknown, ServerToSave>>['control']
  server: ForeignServer | undefined
  isEnabled: boolean
}) {
  const fields = useWatch({ control, compute: (values: ServerFields) => values })
  const sql = serverSql(fields, server, isEnabled)
  return (
    <section aria-label="SQL" className="flex flex-col gap-2">
      <h3 className="font-medium text-sm">SQL</h3>
      {sql === '' ? (
        <p className="text-ink-muted text-sm">Nothing changes.</p>
      ) : (
        <CodeBlock label="SQL that is run" code={sql} wrap />
      )}
    </section>
  )
}
