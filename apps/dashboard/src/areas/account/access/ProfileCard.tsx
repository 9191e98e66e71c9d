import { type Profile, ProfileChange } from '@basalt/contract/access/access.schema.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useForm } from 'react-hook-form'
import { formFailure } from '../../../api/form-failure.ts'
import { dayOf } from '../../../lib/dates.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Input } from '../../../ui/controls/Input.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { Form } from '../../../ui/form/Form.tsx'
import { FormField } from '../../../ui/form/FormField.tsx'
import { SubmitButton } from '../../../ui/form/SubmitButton.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { DescriptionList } from '../../../ui/table/DescriptionList.tsx'
import { updateProfile } from './account.queries.ts'

const describeError = formFailure<{ display_name: string }>(['display_name'])

/** The user's email address and name. */
export function ProfileCard({ profile }: { profile: Profile }) {
  const { mutateAsync } = useMutation(updateProfile)
  const router = useRouter()
  const form = useForm({
    resolver: zodResolver(ProfileChange),
    values: { display_name: profile.display_name ?? '' },
  })
  const { isDirty } = form.formState
  return (
    <Card title="Profile">
      <div className="flex flex-col gap-4">
        <DescriptionList
          items={[
            { label: 'Email', value: profile.email, copy: profile.email },
            { label: 'Member since', value: dayOf(profile.created_at) },
          ]}
        />
        <Form
          form={form}
          aria-label="Profile"
          describeError={describeError}
          onSubmit={async (values) => {
            await mutateAsync(values)
            toast({ title: 'Profile saved', tone: 'success' })
            // Updates the name in the header.
            router.invalidate()
          }}
        >
          <FormField
            control={form.control}
            name="display_name"
            label="Name"
            description="Displayed in your account menu instead of your email address, and to your teams."
          >
            {(field) => <Input autoComplete="name" placeholder={profile.email} {...field} />}
          </FormField>
          <div className="flex justify-end gap-2">
            {isDirty && <Button onClick={() => form.reset()}>Cancel</Button>}
            <SubmitButton reason={isDirty ? undefined : 'Change the name first'}>Save</SubmitButton>
          </div>
        </Form>
      </div>
    </Card>
  )
}
