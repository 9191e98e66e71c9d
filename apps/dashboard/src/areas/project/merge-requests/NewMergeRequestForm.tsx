import { MERGE_TITLE_MAX } from '@basalt/contract/merge-requests/merge-requests.rules.ts'
import { NewMergeRequest } from '@basalt/contract/merge-requests/merge-requests.schema.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { formFailure } from '../../../api/form-failure.ts'
import { Input } from '../../../ui/controls/Input.tsx'
import { TextArea } from '../../../ui/controls/TextArea.tsx'
import { Form } from '../../../ui/form/Form.tsx'
import { FormField } from '../../../ui/form/FormField.tsx'
import { SubmitButton } from '../../../ui/form/SubmitButton.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { openMergeRequest } from './merge-requests.queries.ts'

const Fields = NewMergeRequest.pick({ title: true, description: true })

/** Opens a merge request of the branch. */
export function NewMergeRequestForm({
  projectRef,
  branch,
  target,
}: {
  projectRef: string
  branch: string
  target: string
}) {
  const { mutateAsync: open } = useMutation(openMergeRequest(projectRef))
  const form = useForm({
    resolver: zodResolver(Fields),
    defaultValues: { title: `Merge ${branch}`, description: '' },
  })
  return (
    <Card
      title="Open a merge request"
      description={`Compares ${branch} with ${target} before anything changes.`}
    >
      <Form
        form={form}
        aria-label="Open a merge request"
        describeError={formFailure(['title', 'description'])}
        onSubmit={async (fields) => void (await open(fields))}
      >
        <FormField control={form.control} name="title" label="Title" required>
          {(field) => <Input {...field} autoComplete="off" maxLength={MERGE_TITLE_MAX} />}
        </FormField>
        <FormField control={form.control} name="description" label="Description">
          {({ value, ...field }) => <TextArea {...field} value={value ?? ''} rows={3} />}
        </FormField>
        <div>
          <SubmitButton>Open merge request</SubmitButton>
        </div>
      </Form>
    </Card>
  )
}
