import { ROLE_PASSWORD_MIN } from '@basalt/contract/database-objects/roles/roles.rules.ts'
import type { Role } from '@basalt/contract/database-objects/roles/roles.schema.ts'
import { useQuery } from '@tanstack/react-query'
import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../../ui/controls/Button.tsx'
import { Checkbox } from '../../../../ui/controls/Checkbox.tsx'
import { Combobox } from '../../../../ui/controls/Combobox.tsx'
import { IconButton } from '../../../../ui/controls/IconButton.tsx'
import { Input } from '../../../../ui/controls/Input.tsx'
import { PasswordInput } from '../../../../ui/controls/PasswordInput.tsx'
import { Callout } from '../../../../ui/feedback/Callout.tsx'
import { Field } from '../../../../ui/form/Field.tsx'
import { ChangeSheet } from '../../../table-editor/tables/ChangeSheet.port.tsx'
import type { ChangeFormState } from '../../../table-editor/tables/change-form.port.ts'
import { DescriptionField } from '../DescriptionField.tsx'
import { FieldProblem } from '../FieldProblem.tsx'
import { changedRow, withoutRow } from '../form-rows.rules.ts'
import { NameField } from '../NameField.tsx'
import { useObjectForm } from '../object-form.ts'
import type { ObjectFormProps } from '../object-kind-page.ts'
import {
  draftOf,
  emptyForm,
  formOf,
  limitOf,
  newMembership,
  newSetting,
  type PasswordChange,
  plannedPassword,
  type RoleForm,
} from './role-form.rules.ts'
import { roleQueries } from './roles.queries.ts'

const isForm = (value: object) => Array.isArray((value as Partial<RoleForm>).memberships)

type State = ChangeFormState<RoleForm>

const attributes = [
  ['can_login', 'Can log in', 'It opens connections with its password.'],
  ['inherits', 'Inherits', 'New memberships give it the rights of their roles without SET ROLE.'],
  ['creates_roles', 'Creates roles', 'It creates roles, and changes those that it may administer.'],
  ['creates_databases', 'Creates databases', undefined],
  ['bypasses_rls', 'Bypasses row level security', 'Policies do not apply to it.'],
  ['replicates', 'Replicates', 'It reads the whole server by replication.'],
] as const

/** Creates, changes or copies a role. */
export function RoleSheet(props: ObjectFormProps<Role>) {
  const [password, setPassword] = useState<PasswordChange>(null)
  const { state, form, set, isEdit, errorAt, sheet } = useObjectForm(
    {
      object: 'role',
      one: 'role',
      newTitle: 'New role',
      place: '',
      emptyForm,
      formOf,
      draftOf,
      isForm,
      planned: (draft) => ({ ...draft, password: plannedPassword(password) }),
      saved(draft) {
        if (limitError !== undefined) throw new Error('The connection limit is no whole number.')
        return { ...draft, password }
      },
    },
    props,
  )
  const { errors } = state
  const limitError =
    limitOf(form.connection_limit) === undefined ? 'Enter a whole number, or nothing.' : undefined
  return (
    <ChangeSheet {...sheet}>
      <div className="flex flex-col gap-4">
        <NameField value={form.name} error={errors.get('name')} onChange={(name) => set({ name })} />
        <fieldset className="flex flex-col gap-3">
          <legend className="pb-1.5 font-medium text-sm">Attributes</legend>
          {attributes.map(([key, label, description]) => (
            <div key={key}>
              <Checkbox
                label={label}
                {...(description !== undefined && { description })}
                checked={form[key]}
                onCheckedChange={(isOn) => set({ [key]: isOn })}
              />
              <FieldProblem message={errors.get(key)} />
            </div>
          ))}
          <Checkbox
            label="Superuser"
            description="Only a superuser can make superusers, and the owner of this database is none."
            checked={false}
            disabled
            onCheckedChange={() => undefined}
          />
        </fieldset>
        {form.bypasses_rls && form.can_login && (
          <Callout tone="warning">Anyone with its password can read and write every row.</Callout>
        )}
        <PasswordField
          isEdit={isEdit}
          password={password}
          error={errors.get('password') ?? errors.get('password.new')}
          onChange={setPassword}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            label="Connection limit"
            description="Empty for no limit of its own."
            {...(limitError !== undefined ? { error: limitError } : errorAt('connection_limit'))}
          >
            <Input
              inputMode="numeric"
              value={form.connection_limit}
              onValueChange={(limit) => set({ connection_limit: limit })}
            />
          </Field>
          <Field
            label="Password valid until"
            description="In UTC, such as 2031-12-31T23:59:59Z. Empty for no end."
            {...errorAt('valid_until')}
          >
            <Input
              spellCheck={false}
              value={form.valid_until}
              onValueChange={(until) => set({ valid_until: until })}
            />
          </Field>
        </div>
        <DescriptionField
          value={form.comment}
          error={errors.get('comment')}
          onChange={(comment) => set({ comment })}
        />
      </div>
      <Memberships projectRef={props.projectRef} state={state} />
      <Settings state={state} />
    </ChangeSheet>
  )
}

function PasswordField({
  isEdit,
  password,
  error,
  onChange,
}: {
  isEdit: boolean
  password: PasswordChange
  error: string | undefined
  onChange: (password: PasswordChange) => void
}) {
  const isRemoved = password === 'remove'
  return (
    <div className="flex flex-col gap-2">
      <Field
        label={isEdit ? 'New password' : 'Password'}
        description={
          isEdit
            ? 'Empty leaves the password as it is. It is hashed before it reaches the database.'
            : `At least ${ROLE_PASSWORD_MIN} characters. It is hashed before it reaches the database.`
        }
        {...(error !== undefined && { error })}
      >
        <PasswordInput
          autoComplete="new-password"
          disabled={isRemoved}
          value={password === null || isRemoved ? '' : password.new}
          onValueChange={(text) => onChange(text === '' ? null : { new: text })}
        />
      </Field>
      {isEdit && (
        <Checkbox
          label="Remove the password"
          checked={isRemoved}
          onCheckedChange={(isOn) => onChange(isOn ? 'remove' : null)}
        />
      )}
    </div>
  )
}

/** Roles of a list that is open at once. */
const ROLES_SHOWN = 100

function Memberships({
  projectRef: ref,
  state: { form, change, errors },
}: {
  projectRef: string
  state: State
}) {
  const roles = useQuery(roleQueries.choices(ref))
  const taken = new Set([form.name, ...form.memberships.map(({ role }) => role)])
  const options = (roles.data ?? [])
    .filter(({ name, is_superuser }) => !taken.has(name) && !is_superuser && !name.startsWith('basalt_'))
    .map(({ name }) => ({ value: name, label: name }))
  const problem = errors.get('memberships')
  return (
    <section aria-label="Memberships" className="flex flex-col gap-2">
      <div>
        <h3 className="font-medium text-sm">Member of</h3>
        <p className="text-ink-muted text-xs">
          It may do what these roles may do. Admin: it may grant the role to others. Inherit: without SET
          ROLE. Set: it may SET ROLE to it.
        </p>
      </div>
      {form.memberships.length > 0 && (
        <ul className="flex flex-col divide-y divide-line rounded-md border border-line">
          {form.memberships.map(({ key, role, ...options_ }, index) => (
            <li key={key} className="flex flex-col gap-1 px-3 py-2">
              <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
                <span className="wrap-anywhere min-w-0 flex-1 text-sm">{role}</span>
                {(['admin', 'inherit', 'set'] as const).map((option) => (
                  <Checkbox
                    key={option}
                    label={{ admin: 'Admin', inherit: 'Inherit', set: 'Set' }[option]}
                    checked={options_[option]}
                    onCheckedChange={(isOn) =>
                      change((now) => ({
                        ...now,
                        memberships: changedRow(now.memberships, key, { [option]: isOn }),
                      }))
                    }
                  />
                ))}
                <IconButton
                  size="sm"
                  icon={Trash2}
                  label={`Remove membership in ${role}`}
                  onClick={() => change((now) => ({ ...now, memberships: withoutRow(now.memberships, key) }))}
                />
              </div>
              <FieldProblem message={errors.get(`memberships.${index}`)} />
            </li>
          ))}
        </ul>
      )}
      <FieldProblem message={problem} />
      <Combobox
        size="sm"
        className="max-w-64"
        aria-label="Add a membership"
        placeholder="Add a membership"
        options={options}
        value={null}
        shownMax={ROLES_SHOWN}
        onValueChange={(role) =>
          role !== null &&
          change((now) => ({ ...now, memberships: [...now.memberships, newMembership(role)] }))
        }
      />
    </section>
  )
}

function Settings({ state: { form, change, errors } }: { state: State }) {
  const problem = errors.get('settings')
  const set = (key: string, part: { name?: string; value?: string }) =>
    change((now) => ({ ...now, settings: changedRow(now.settings, key, part) }))
  return (
    <section aria-label="Settings" className="flex flex-col gap-2">
      <div>
        <h3 className="font-medium text-sm">Settings</h3>
        <p className="text-ink-muted text-xs">
          Its sessions begin with them, such as statement_timeout and 10s.
        </p>
      </div>
      {form.settings.map(({ key, name, value }, index) => (
        <div key={key} className="flex flex-col gap-1">
          <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_1.75rem] items-center gap-1.5">
            <Input
              size="sm"
              aria-label={`Setting ${index + 1}`}
              placeholder="statement_timeout"
              spellCheck={false}
              value={name}
              onValueChange={(next) => set(key, { name: next })}
            />
            <Input
              size="sm"
              aria-label={`Value of setting ${index + 1}`}
              placeholder="10s"
              spellCheck={false}
              value={value}
              onValueChange={(next) => set(key, { value: next })}
            />
            <IconButton
              size="sm"
              icon={Trash2}
              label={`Remove setting ${index + 1}`}
              onClick={() => change((now) => ({ ...now, settings: withoutRow(now.settings, key) }))}
            />
          </div>
          <FieldProblem message={errors.get(`settings.${index}`)} />
        </div>
      ))}
      <FieldProblem message={problem} />
      <div>
        <Button
          size="sm"
          icon={Plus}
          onClick={() => change((now) => ({ ...now, settings: [...now.settings, newSetting()] }))}
        >
          Add setting
        </Button>
      </div>
    </section>
  )
}
