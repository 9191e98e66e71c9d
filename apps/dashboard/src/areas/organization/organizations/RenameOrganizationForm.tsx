import { NewOrganization, type Organization } from '@basalt/contract/organizations/organizations.schema.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useForm } from 'react-hook-form'
import { formFailure } from '../../../api/form-failure.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Input } from '../../../ui/controls/Input.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { Form } from '../../../ui/form/Form.tsx'
import { FormField } from '../../../ui/form/FormField.tsx'
import { SubmitButton } from '../../../ui/form/SubmitButton.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { permissionQueries } from '../permissions/permissions.queries.ts'
import { changeOrganization } from './organizations.queries.ts'

const describeError = formFailure<{ name: string }>(['name'])

export function RenameOrganizationForm({ organization: { slug, name } }: { organization: Organization }) {
  const { mutateAsync } = useMutation(changeOrganization)
  const router = useRouter()
  const form = useForm({ resolver: zodResolver(NewOrganization), values: { name } })
  const { isDirty } = form.formState
  const { data: refusal } = useQuery(permissionQueries.refusal(needs.changeOrganization, { slug }))
  return (
    <Card title="Name">
      <Form
        form={form}
        aria-label="Rename organization"
        describeError={describeError}
        onSubmit={async (values) => {
          const renamed = await mutateAsync({ slug, name: values.name })
          form.reset({ name: renamed.name })
          toast({ title: 'Organization renamed', tone: 'success' })
          // Updates the name in the page's title.
          router.invalidate()
        }}
      >
        <FormField
          control={form.control}
          name="name"
          label="Organization name"
          description="The slug stays, so that links and scripts cacheOrganization working."
        >
          {(field) => <Input autoComplete="off" readOnly={refusal !== undefined} {...field} />}
        </FormField>
        <div className="flex justify-end gap-2">
          {isDirty && <Button onClick={() => form.reset()}>Cancel</Button>}
          <SubmitButton reason={refusal ?? (isDirty ? undefined : 'Change the name first')}>
            Save
          </SubmitButton>
        </div>
      </Form>
    </Card>
  )
}
