import { MERGE_TITLE_MAX } from '@basalt/contract/merge-requests/merge-requests.rules.ts'
import {
  type MergeRequestDetails,
  NewMergeRequest,
} from '@basalt/contract/merge-requests/merge-requests.schema.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { formFailure } from '../../../api/form-failure.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Input } from '../../../ui/controls/Input.tsx'
import { TextArea } from '../../../ui/controls/TextArea.tsx'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { DialogBody } from '../../../ui/dialog/DialogBody.tsx'
import { DialogFooter } from '../../../ui/dialog/DialogFooter.tsx'
import { Form } from '../../../ui/form/Form.tsx'
import { FormError } from '../../../ui/form/FormError.tsx'
import { FormField } from '../../../ui/form/FormField.tsx'
import { SubmitButton } from '../../../ui/form/SubmitButton.tsx'
import { renameMergeRequest } from './merge-requests.queries.ts'

const Fields = NewMergeRequest.pick({ title: true, description: true })

interface Edited {
  projectRef: string
  request: MergeRequestDetails
}

/** Changes the title and the description of an open merge request, which leaves what is merged as it is. */
export function EditMergeRequestDialog({
  open,
  onOpenChange,
  ...edited
}: Edited & { open: boolean; onOpenChange: (isOpen: boolean) => void }) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Edit merge request">
      <EditForm {...edited} close={() => onOpenChange(false)} />
    </Dialog>
  )
}

function EditForm({ projectRef, request, close }: Edited & { close: () => void }) {
  const { id, title, description } = request
  const { mutateAsync: change } = useMutation(renameMergeRequest(projectRef, id))
  const form = useForm({ resolver: zodResolver(Fields), defaultValues: { title, description } })
  return (
    <Form
      form={form}
      bare
      aria-label="Edit merge request"
      describeError={formFailure(['title', 'description'])}
      onSubmit={async (fields) => {
        await change(fields)
        close()
      }}
    >
      <DialogBody>
        <FormError />
        <FormField control={form.control} name="title" label="Title" required>
          {(field) => <Input {...field} autoComplete="off" maxLength={MERGE_TITLE_MAX} />}
        </FormField>
        <FormField control={form.control} name="description" label="Description">
          {({ value, ...field }) => <TextArea {...field} value={value ?? ''} rows={6} />}
        </FormField>
      </DialogBody>
      <DialogFooter>
        <Button onClick={close}>Cancel</Button>
        <SubmitButton>Save</SubmitButton>
      </DialogFooter>
    </Form>
  )
}
