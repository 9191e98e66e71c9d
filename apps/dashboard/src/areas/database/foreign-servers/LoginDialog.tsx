import { EVERYONE } from '@basalt/contract/foreign-servers/foreign-servers.rules.ts'
import type { ForeignServer } from '@basalt/contract/foreign-servers/foreign-servers.schema.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { formFailure } from '../../../api/form-failure.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Combobox } from '../../../ui/controls/Combobox.tsx'
import { Input } from '../../../ui/controls/Input.tsx'
import { PasswordInput } from '../../../ui/controls/PasswordInput.tsx'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { DialogBody } from '../../../ui/dialog/DialogBody.tsx'
import { DialogFooter } from '../../../ui/dialog/DialogFooter.tsx'
import { Callout } from '../../../ui/feedback/Callout.tsx'
import { Field } from '../../../ui/form/Field.tsx'
import { Form } from '../../../ui/form/Form.tsx'
import { FormError } from '../../../ui/form/FormError.tsx'
import { FormField } from '../../../ui/form/FormField.tsx'
import { SubmitButton } from '../../../ui/form/SubmitButton.tsx'
import { roleQueries } from '../database-objects/roles/roles.queries.ts'
import { setLoginIn } from './foreign-servers.queries.ts'
import { LoginFields } from './server-form.schema.ts'

/** Roles that the open list shows at most; the others are found by typing. */
const ROLES_SHOWN = 200

const describeError = formFailure<LoginFields>(['user', 'password'])

/** Superusers need no login, and roles of PostgreSQL and the platform run no queries of members. */
const isMappable = (role: { name: string; is_superuser?: boolean }) =>
  !role.is_superuser && !/^(?:pg_|basalt_)/.test(role.name)

/** How a role logs in at a server. */
export function LoginDialog({
  projectRef,
  server: { name, mappings },
  onClose,
}: {
  projectRef: string
  server: ForeignServer
  onClose: () => void
}) {
  const { mutateAsync } = useMutation(setLoginIn(projectRef))
  const choices = useQuery(roleQueries.choices(projectRef))
  const roles = (choices.data ?? [{ name: 'postgres' }]).filter(isMappable).map(({ name: each }) => each)
  const [role, setRole] = useState<string>('postgres')
  const form = useForm({
    defaultValues: { user: '', password: '' },
    resolver: zodResolver(LoginFields),
  })
  const isReplaced = mappings.some((mapping) => mapping.role === role)
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Set a login at ${name}`}
      description="Queries of a role log in with it. Views of postgres use the login of postgres."
    >
      <Form
        form={form}
        bare
        aria-label={`Set a login at ${name}`}
        describeError={describeError}
        onSubmit={async (login) => {
          await mutateAsync({ name, role, ...login })
          onClose()
        }}
      >
        <DialogBody>
          <FormError />
          <Field label="Role here">
            <Combobox
              shownMax={ROLES_SHOWN}
              options={[
                ...roles.map((value) => ({ value, label: value })),
                { value: EVERYONE, label: 'All other roles' },
              ]}
              value={role}
              onValueChange={(value) => value !== null && setRole(value)}
            />
          </Field>
          {role === EVERYONE && (
            <Callout tone="warning">
              Everyone who may read a table of this server uses it, also callers of the API. Row level
              security does not exist for foreign tables.
            </Callout>
          )}
          <FormField control={form.control} name="user" label="User there">
            {(field) => <Input {...field} autoComplete="off" spellCheck={false} />}
          </FormField>
          <FormField control={form.control} name="password" label="Password there">
            {(field) => <PasswordInput {...field} autoComplete="new-password" />}
          </FormField>
        </DialogBody>
        <DialogFooter>
          <Button onClick={onClose}>Cancel</Button>
          <SubmitButton>{isReplaced ? 'Replace login' : 'Set login'}</SubmitButton>
        </DialogFooter>
      </Form>
    </Dialog>
  )
}
