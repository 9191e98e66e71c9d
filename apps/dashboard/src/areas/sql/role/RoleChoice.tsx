import { ChosenUser } from '@basalt/contract/query/claims.schema.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Button } from '../../../ui/controls/Button.tsx'
import { Input } from '../../../ui/controls/Input.tsx'
import { RadioGroup } from '../../../ui/controls/RadioGroup.tsx'
import { Select } from '../../../ui/controls/Select.tsx'
import { TextArea } from '../../../ui/controls/TextArea.tsx'
import { Callout } from '../../../ui/feedback/Callout.tsx'
import { Field } from '../../../ui/form/Field.tsx'
import { Form } from '../../../ui/form/Form.tsx'
import { FormField } from '../../../ui/form/FormField.tsx'
import { SubmitButton } from '../../../ui/form/SubmitButton.tsx'
import { queryQueries } from '../query/query.queries.ts'
import { POSTGRES, type RoleProps } from './sql-role.port.ts'

const AUTHENTICATED = 'authenticated'

/** Chooses a role, and for `authenticated` the user to run as. */
export function RoleChoice({ projectRef, role, use = 'sql', onPick }: RoleProps) {
  const roles = useQuery(queryQueries.roles(projectRef))
  const [chosen, setChosen] = useState(role.role)
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
        <UserChoice user={role.user} use={use} onPick={(user) => onPick({ role: AUTHENTICATED, user })} />
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
  user,
  use,
  onPick,
}: {
  user: ChosenUser | undefined
  use: keyof typeof verbs
  onPick: (user: ChosenUser) => void
}) {
  const form = useForm({ resolver: zodResolver(ChosenUser), defaultValues: user ?? emptyUser })
  return (
    <Form form={form} onSubmit={onPick} aria-label="User">
      <FormField
        control={form.control}
        name="sub"
        label="User ID"
        description="What auth.uid() returns: the subject of the user's token."
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
