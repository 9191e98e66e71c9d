import { NewOrganization, type Organization } from '@basalt/contract/organizations/organizations.schema.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { formFailure } from '../../../api/form-failure.ts'
import { Input } from '../../../ui/controls/Input.tsx'
import { Callout } from '../../../ui/feedback/Callout.tsx'
import { Form } from '../../../ui/form/Form.tsx'
import { FormField } from '../../../ui/form/FormField.tsx'
import { SubmitButton } from '../../../ui/form/SubmitButton.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { OrganizationLink } from './OrganizationLink.tsx'
import { createOrganization } from './organizations.queries.ts'

/** The page to create an organization; with existing ones, also links to create a project in one. */
export function NewPage({
  organizations,
  mayCreate,
  mayCreateProjects,
  onCreated,
}: {
  organizations: readonly Organization[]
  mayCreate: boolean
  mayCreateProjects: boolean
  onCreated: (organization: Organization) => void
}) {
  return (
    <div className="mx-auto flex w-full max-w-xl flex-col gap-6 px-4 py-10 sm:px-6">
      <PageHeader
        title={organizations.length === 0 ? 'Create your organization' : 'Create a new organization'}
        description="An organization holds projects and the people who work on them."
      />
      {mayCreate ? (
        <NewOrganizationForm onCreated={onCreated} />
      ) : (
        <Callout title="Users cannot create organizations in this installation">
          Ask its owner to add you to an organization.
        </Callout>
      )}
      {mayCreateProjects && organizations.length > 0 && <NewProjectLinks organizations={organizations} />}
    </div>
  )
}

const describeError = formFailure<{ name: string }>(['name'])

function NewOrganizationForm({ onCreated }: { onCreated: (organization: Organization) => void }) {
  const { mutateAsync } = useMutation(createOrganization)
  const form = useForm({ resolver: zodResolver(NewOrganization), defaultValues: { name: '' } })
  return (
    <Card>
      <Form
        form={form}
        aria-label="New organization"
        describeError={describeError}
        onSubmit={async (values) => onCreated(await mutateAsync(values))}
      >
        <FormField
          control={form.control}
          name="name"
          label="Name"
          description="Your company, your team or your own name. You can change it later."
        >
          {(field) => <Input autoComplete="organization" size="lg" {...field} />}
        </FormField>
        <div className="flex justify-end">
          <SubmitButton>Create organization</SubmitButton>
        </div>
      </Form>
    </Card>
  )
}

function NewProjectLinks({ organizations }: { organizations: readonly Organization[] }) {
  return (
    <Card
      title="Looking for a new project?"
      description="Choose the organization it belongs to."
      padded={false}
    >
      <ul className="mt-3 divide-y divide-line border-line border-t">
        {organizations.map((organization) => (
          <li key={organization.id}>
            <OrganizationLink organization={organization} to="/new/$slug" />
          </li>
        ))}
      </ul>
    </Card>
  )
}
