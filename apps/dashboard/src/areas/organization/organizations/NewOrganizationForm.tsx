import { NewOrganization, type Organization } from '@basalt/contract/organizations/organizations.schema.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { formFailure } from '../../../api/form-failure.ts'
import { Input } from '../../../ui/controls/Input.tsx'
import { Form } from '../../../ui/form/Form.tsx'
import { FormField } from '../../../ui/form/FormField.tsx'
import { SubmitButton } from '../../../ui/form/SubmitButton.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { createOrganization } from './organizations.queries.ts'

const describeError = formFailure<{ name: string }>(['name'])

export function NewOrganizationForm({ onCreated }: { onCreated: (organization: Organization) => void }) {
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
