import { TOKEN_DAYS_DEFAULT, TOKEN_DAYS_MAX } from '@basalt/contract/access/access.rules.ts'
import { NewAccessToken } from '@basalt/contract/access/access.schema.ts'
import type { TokenAccess } from '@basalt/contract/access/token-scope.rules.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { formFailure } from '../../../api/form-failure.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Input } from '../../../ui/controls/Input.tsx'
import type { Option } from '../../../ui/controls/option.ts'
import { RadioGroup } from '../../../ui/controls/RadioGroup.tsx'
import { Select } from '../../../ui/controls/Select.tsx'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { DialogBody } from '../../../ui/dialog/DialogBody.tsx'
import { DialogFooter } from '../../../ui/dialog/DialogFooter.tsx'
import { Form } from '../../../ui/form/Form.tsx'
import { FormField } from '../../../ui/form/FormField.tsx'
import { OneTimeSecret } from '../../../ui/form/OneTimeSecret.tsx'
import { SubmitButton } from '../../../ui/form/SubmitButton.tsx'
import { organizationQueries } from '../../organization/organizations/organizations.queries.ts'
import { projectQueries } from '../../project/projects/projects.queries.ts'
import { createAccessToken } from './access.queries.ts'

interface Props {
  open: boolean
  onOpenChange: (open: boolean) => void
}

const fields = ['name', 'access', 'organization_slug', 'project_ref', 'expires_in_days'] as const
const describeError = formFailure<Record<(typeof fields)[number], string>>([...fields])

export function NewAccessTokenDialog({ open, onOpenChange }: Props) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="New access token" size="sm">
      <Steps close={() => onOpenChange(false)} />
    </Dialog>
  )
}

/** Mounted with the dialog, so that closing it removes the token from memory. */
function Steps({ close }: { close: () => void }) {
  const [token, setToken] = useState<string>()
  return token === undefined ? (
    <ScopeStep onCreated={setToken} close={close} />
  ) : (
    <OneTimeSecret title="Copy the token now" secrets={{ Token: token }} close={close}>
      Anyone who has it can act on your behalf within its scope.
    </OneTimeSecret>
  )
}

const accessOptions: readonly Option<TokenAccess>[] = [
  { value: 'read', label: 'Read', description: 'Reads data and settings. Cannot change anything.' },
  {
    value: 'write',
    label: 'Read and write',
    description: 'Can do what you can, except manage your account.',
  },
]

const NEVER = 'never'
const expiries: readonly Option[] = [
  ...[7, 30, TOKEN_DAYS_DEFAULT, TOKEN_DAYS_MAX].map((days) => ({
    value: String(days),
    label: days === TOKEN_DAYS_MAX ? 'In a year' : `In ${days} days`,
  })),
  { value: NEVER, label: 'Never' },
]

const EVERYTHING = 'everything'
const scopeValue = ({
  organization_slug,
  project_ref,
}: {
  organization_slug?: unknown
  project_ref?: unknown
}) =>
  organization_slug
    ? `organization ${organization_slug}`
    : project_ref
      ? `project ${project_ref}`
      : EVERYTHING

function useScopes(): readonly Option[] {
  const { data: organizations = [] } = useQuery(organizationQueries.list())
  const { data: projects = [] } = useQuery(projectQueries.mine())
  return [
    { value: EVERYTHING, label: 'Everything you have access to' },
    ...organizations.map(({ slug, name }) => ({
      value: scopeValue({ organization_slug: slug }),
      label: name,
      description: 'Organization',
    })),
    ...projects.map(({ ref, name, organization_slug }) => ({
      value: scopeValue({ project_ref: ref }),
      label: name,
      description: `Project in ${organization_slug}`,
    })),
  ]
}

function ScopeStep({ onCreated, close }: { onCreated: (token: string) => void; close: () => void }) {
  const { mutateAsync } = useMutation(createAccessToken)
  const scopes = useScopes()
  const form = useForm({
    resolver: zodResolver(NewAccessToken),
    defaultValues: {
      name: '',
      access: 'read',
      organization_slug: null,
      project_ref: null,
      expires_in_days: TOKEN_DAYS_DEFAULT,
    },
  })
  const setScope = (scope: string) => {
    const [kind, id = null] = scope.split(' ')
    form.setValue('organization_slug', kind === 'organization' ? id : null)
    form.setValue('project_ref', kind === 'project' ? id : null)
  }
  return (
    <Form
      form={form}
      aria-label="New access token"
      describeError={describeError}
      className="gap-0!"
      onSubmit={async (values) => onCreated((await mutateAsync(values)).token)}
    >
      <DialogBody>
        <FormField
          control={form.control}
          name="name"
          label="Name"
          description="What it is for, such as “nightly backup script”."
        >
          {(field) => <Input autoComplete="off" {...field} />}
        </FormField>
        <FormField control={form.control} name="access" label="Access">
          {({ value, ...field }) => <RadioGroup options={accessOptions} value={value ?? null} {...field} />}
        </FormField>
        <FormField control={form.control} name="project_ref" label="Scope">
          {({ onValueChange: _, value: _value, ...field }) => (
            <Select
              options={scopes}
              {...field}
              value={scopeValue({
                organization_slug: form.watch('organization_slug'),
                project_ref: form.watch('project_ref'),
              })}
              onValueChange={setScope}
            />
          )}
        </FormField>
        <FormField control={form.control} name="expires_in_days" label="Expires">
          {({ value, onValueChange, ...field }) => (
            <Select
              options={expiries}
              {...field}
              value={value === null ? NEVER : String(value)}
              onValueChange={(chosen) => onValueChange(chosen === NEVER ? null : Number(chosen))}
            />
          )}
        </FormField>
      </DialogBody>
      <DialogFooter>
        <Button onClick={close}>Cancel</Button>
        <SubmitButton>Create token</SubmitButton>
      </DialogFooter>
    </Form>
  )
}
