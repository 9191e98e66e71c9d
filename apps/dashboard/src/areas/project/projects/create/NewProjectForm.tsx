import { PROJECT_NAME_MAX } from '@basalt/contract/projects/projects.rules.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useForm } from 'react-hook-form'
import { formFailure } from '../../../../api/form-failure.ts'
import { ButtonLink } from '../../../../ui/controls/ButtonLink.tsx'
import { Input } from '../../../../ui/controls/Input.tsx'
import { Form } from '../../../../ui/form/Form.tsx'
import { FormField } from '../../../../ui/form/FormField.tsx'
import { SubmitButton } from '../../../../ui/form/SubmitButton.tsx'
import { Card } from '../../../../ui/layout/Card.tsx'
import { DatabasePasswordField } from '../password/DatabasePasswordField.tsx'
import { keepFreshPassword } from '../password/fresh-password.ts'
import { createProject } from '../projects.queries.ts'
import {
  emptyNewProject,
  type NewProjectAnswers,
  NewProjectFields,
  type NewProjectValues,
} from './new-project.schema.ts'
import { OrganizationField } from './OrganizationField.tsx'

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
    if (answers.db_pass !== undefined) keepFreshPassword(client, ref, answers.db_pass)
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
