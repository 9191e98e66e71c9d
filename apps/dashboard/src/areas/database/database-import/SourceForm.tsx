import type { SourceCheck } from '@basalt/contract/database-import/database-import.schema.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { formFailure } from '../../../api/form-failure.ts'
import { PasswordInput } from '../../../ui/controls/PasswordInput.tsx'
import { Form } from '../../../ui/form/Form.tsx'
import { FormField } from '../../../ui/form/FormField.tsx'
import { SubmitButton } from '../../../ui/form/SubmitButton.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { useChangeRefusal } from '../../project/production-lock/production-lock.port.ts'
import { checkSource } from './database-import.queries.ts'
import { SourceFields } from './source-form.schema.ts'

const describeError = formFailure<SourceFields>(['connection_string'])

/** Where the database is; nothing is imported before it has been checked. */
export function SourceForm({
  project,
  onChange,
  onChecked,
}: {
  project: Project
  onChange: () => void
  onChecked: (connectionString: string, check: SourceCheck) => void
}) {
  const { ref, organization_slug: slug } = project
  const refusal = useChangeRefusal(needs.importDatabase, { slug, ref })
  const { mutateAsync } = useMutation(checkSource(ref))
  const form = useForm({
    defaultValues: { connection_string: '' },
    resolver: zodResolver(SourceFields),
  })
  const reason =
    refusal ?? (project.status === 'ACTIVE_HEALTHY' ? undefined : 'Start the project to import a database')
  return (
    <Card title="Source">
      <Form
        form={form}
        aria-label="Source"
        describeError={describeError}
        onSubmit={async ({ connection_string }) =>
          onChecked(connection_string, await mutateAsync(connection_string))
        }
      >
        <FormField
          control={form.control}
          name="connection_string"
          label="Connection string"
          description="Its user needs to read what is imported. Basalt stores it only while it follows the source."
        >
          {(field) => (
            <PasswordInput
              {...field}
              onValueChange={(value) => {
                onChange()
                field.onValueChange(value)
              }}
              autoComplete="off"
              placeholder="postgresql://user:password@host:5432/database"
            />
          )}
        </FormField>
        <div>
          <SubmitButton {...(reason !== undefined && { reason })}>Check the source</SubmitButton>
        </div>
      </Form>
    </Card>
  )
}
