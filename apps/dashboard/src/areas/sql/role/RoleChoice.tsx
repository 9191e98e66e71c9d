import { ChosenUser } from '@basalt/contract/query/claims.schema.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Button } from '../../../ui/controls/Button.tsx'
import { Combobox } from '../../../ui/controls/Combobox.tsx'
import { Input } from '../../../ui/controls/Input.tsx'
import { RadioGroup } from '../../../ui/controls/RadioGroup.tsx'
import { Select } from '../../../ui/controls/Select.tsx'
import { TextArea } from '../../../ui/controls/TextArea.tsx'
import { Callout } from '../../../ui/feedback/Callout.tsx'
import { Field } from '../../../ui/form/Field.tsx'
import { Form } from '../../../ui/form/Form.tsx'
import { FormField } from '../../../ui/form/FormField.tsx'
import { SubmitButton } from '../../../ui/form/SubmitButton.tsx'
import { authQueries } from '../../auth/auth/auth.queries.ts'
import { queryQueries } from '../query/query.queries.ts'
import { POSTGRES, type RoleProps } from './sql-role.port.ts'
import { roleOfUser } from './user-role.queries.ts'

const AUTHENTICATED = 'authenticated'

/** Chooses a role, and for `authenticated` the user to run as. */
export function RoleChoice({ projectRef, role, use = 'sql', onPick }: RoleProps) {
  const roles = useQuery(queryQueries.roles(projectRef))
  const [chosen, setChosen] = useState(role.user ? AUTHENTICATED : role.role)
  const names = new Set([POSTGRES.role, role.role, ...(roles.data ?? []).map(({ name }) => name)])
  const bypasses =
    chosen === POSTGRES.role || roles.data?.some(({ name, bypasses_rls }) => name === chosen && bypasses_rls)
  return (
    <div className="flex flex-col gap-4">
      {roles.isError && (
        <Callout tone="critical" role="alert">
          Failed to load roles: {roles.error.message}
        </Callout>
      )}
      <Field
        label="Role"
        description={bypasses ? 'Bypasses row level security.' : 'Row level security applies.'}
      >
        <Select
          options={[...names].map((name) => ({ value: name, label: name }))}
          value={chosen}
          onValueChange={setChosen}
        />
      </Field>
      {chosen === AUTHENTICATED ? (
        <UserChoice
          projectRef={projectRef}
          user={role.user}
          use={use}
          onPick={async (user) => onPick(await roleOfUser(projectRef, user))}
        />
      ) : (
        <Button variant="primary" onClick={() => onPick({ role: chosen })} className="self-end">
          {verbs[use]} as {chosen}
        </Button>
      )}
    </div>
  )
}

/** What a role is chosen for. */
const verbs = { sql: 'Run', rows: 'Continue' } as const

const emptyUser: ChosenUser = { sub: '', aal: 'aal1', more: '', via: '' }

function UserChoice({
  projectRef,
  user,
  use,
  onPick,
}: {
  projectRef: string
  user: ChosenUser | undefined
  use: keyof typeof verbs
  onPick: (user: ChosenUser) => Promise<void>
}) {
  const [typed, setTyped] = useState('')
  const found = useQuery(authQueries.search(projectRef, useDeferredValue(typed.trim())))
  const form = useForm({ resolver: zodResolver(ChosenUser), defaultValues: user ?? emptyUser })
  return (
    <Form
      form={form}
      onSubmit={(chosen) => {
        const name = found.data?.users.find(({ id }) => id === chosen.sub)?.email ?? undefined
        return onPick({ ...chosen, name })
      }}
      aria-label="User"
    >
      <Field label="Find a user">
        <Combobox
          options={(found.data?.users ?? []).map(({ id, email, phone }) => ({
            value: id,
            label: email ?? phone ?? id,
          }))}
          value={null}
          placeholder="Email, phone or ID"
          emptyText={found.isError ? found.error.message : 'No such user'}
          onSearch={setTyped}
          hasMore={found.data?.next_cursor != null}
          onValueChange={(id) => id !== null && form.setValue('sub', id, { shouldValidate: true })}
        />
      </Field>
      <FormField
        control={form.control}
        name="sub"
        label="User ID"
        description="What auth.uid() returns. A user of this project has the claims of a new token."
      >
        {(field) => <Input {...field} spellCheck={false} autoComplete="off" />}
      </FormField>
      <FormField control={form.control} name="aal" label="Assurance level">
        {(field) => (
          <RadioGroup
            layout="inline"
            options={[
              { value: 'aal1', label: 'aal1, one factor' },
              { value: 'aal2', label: 'aal2, two factors' },
            ]}
            {...field}
          />
        )}
      </FormField>
      <FormField
        control={form.control}
        name="more"
        label="More claims"
        description="Optional. A JSON object."
      >
        {(field) => <TextArea rows={2} spellCheck={false} {...field} />}
      </FormField>
      {use === 'sql' && (
        <FormField
          control={form.control}
          name="via"
          label="Custom access token function"
          description="Optional. Transforms the claims; its signature is name(event jsonb) returns jsonb."
        >
          {(field) => (
            <Input {...field} spellCheck={false} autoComplete="off" placeholder="public.add_claims" />
          )}
        </FormField>
      )}
      <SubmitButton>{verbs[use]} as this user</SubmitButton>
    </Form>
  )
}
