import { PROJECT_NAME_MAX } from '@basalt/contract/projects/projects.rules.ts'
import { NewProject } from '@basalt/contract/projects/projects.schema.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { formFailure } from '../../../../api/form-failure.ts'
import { ButtonLink } from '../../../../ui/controls/ButtonLink.tsx'
import { Input } from '../../../../ui/controls/Input.tsx'
import { Select } from '../../../../ui/controls/Select.tsx'
import { Field } from '../../../../ui/form/Field.tsx'
import { Form } from '../../../../ui/form/Form.tsx'
import { FormField } from '../../../../ui/form/FormField.tsx'
import { SubmitButton } from '../../../../ui/form/SubmitButton.tsx'
import { Card } from '../../../../ui/layout/Card.tsx'
import { organizationQueries } from '../../../organization/organizations/organizations.queries.ts'
import { DatabasePasswordField } from '../password/DatabasePasswordField.tsx'
import { storeFreshPassword } from '../password/fresh-password.ts'
import { createProject } from '../projects.queries.ts'

export function NewProjectForm({ slug }: { slug: string }) {
  const form = useForm<NewProjectValues, unknown, NewProjectAnswers>({
    resolver: zodResolver(NewProjectFields),
    defaultValues: emptyNewProject,
  })
  const client = useQueryClient()
  const navigate = useNavigate()
  const create = useMutation(createProject)

  const submit = async (answers: NewProjectAnswers) => {
    const { ref } = await create.mutateAsync({ ...answers, organization_slug: slug })
    if (answers.db_pass !== undefined) storeFreshPassword(client, ref, answers.db_pass)
    await navigate({ to: '/project/$ref', params: { ref } })
  }

  return (
    <Form
      form={form}
      onSubmit={submit}
      describeError={formFailure<NewProjectValues>(['name', 'db_pass'])}
      aria-label="New project"
    >
      <Card
        footer={
          <div className="ml-auto flex gap-2">
            <ButtonLink variant="ghost" render={<Link to="/org/$slug" params={{ slug }} />}>
              Cancel
            </ButtonLink>
            <SubmitButton>Create project</SubmitButton>
          </div>
        }
      >
        <div className="flex flex-col gap-5 py-1">
          <OrganizationField slug={slug} />
          <FormField control={form.control} name="name" label="Project name" required>
            {(field) => (
              <Input
                {...field}
                autoFocus
                autoComplete="off"
                placeholder="My project"
                maxLength={PROJECT_NAME_MAX}
              />
            )}
          </FormField>
          <DatabasePasswordField control={form.control} />
        </div>
      </Card>
    </Form>
  )
}

/** The organization of the new project. Changing it changes the URL and keeps the form. */
function OrganizationField({ slug }: { slug: string }) {
  const { data: organizations } = useSuspenseQuery(organizationQueries.list())
  const navigate = useNavigate()
  if (organizations.length < 2) return null
  return (
    <Field label="Organization">
      <Select
        options={organizations.map((one) => ({ value: one.slug, label: one.name }))}
        value={slug}
        onValueChange={(next) => navigate({ to: '/new/$slug', params: { slug: next }, replace: true })}
      />
    </Field>
  )
}

/** The organization is in the URL, not in the form, so changing it keeps the form. The region is the installation's. */
const NewProjectFields = NewProject.omit({ organization_slug: true, db_region: true })
type NewProjectValues = z.input<typeof NewProjectFields>
type NewProjectAnswers = z.output<typeof NewProjectFields>

/** An empty password is rejected as too weak here, unlike in scripts, because a user can choose one. */
const emptyNewProject: NewProjectValues = { name: '', db_pass: '' }
