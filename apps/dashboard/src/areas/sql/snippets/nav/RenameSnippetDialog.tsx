import { SNIPPET_NAME_MAX } from '@basalt/contract/snippets/snippets.rules.ts'
import { NewSnippet, type SnippetSummary } from '@basalt/contract/snippets/snippets.schema.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { formFailure } from '../../../../api/form-failure.ts'
import { Button } from '../../../../ui/controls/Button.tsx'
import { Input } from '../../../../ui/controls/Input.tsx'
import { TextArea } from '../../../../ui/controls/TextArea.tsx'
import { Dialog } from '../../../../ui/dialog/Dialog.tsx'
import { DialogBody } from '../../../../ui/dialog/DialogBody.tsx'
import { DialogFooter } from '../../../../ui/dialog/DialogFooter.tsx'
import { Form } from '../../../../ui/form/Form.tsx'
import { FormError } from '../../../../ui/form/FormError.tsx'
import { FormField } from '../../../../ui/form/FormField.tsx'
import { SubmitButton } from '../../../../ui/form/SubmitButton.tsx'
import { documentsOf } from '../saving/use-documents.ts'
import { updateSnippet } from '../snippets.queries.ts'
import { useNav } from './nav-context.ts'
import { SuggestName } from './SuggestName.tsx'

const RenamedSnippet = NewSnippet.pick({ name: true, description: true }).required()

interface Props {
  snippet: SnippetSummary
  onRenamed: (id: string, name: string) => void
}

export function RenameSnippetDialog({
  open,
  onOpenChange,
  ...rest
}: Props & { open: boolean; onOpenChange: (open: boolean) => void }) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Rename" size="sm">
      <RenameForm {...rest} close={() => onOpenChange(false)} />
    </Dialog>
  )
}

/** Mounted with the dialog, so that it starts with the current name each time. */
function RenameForm({ snippet, onRenamed, close }: Props & { close: () => void }) {
  const { id, name, description } = snippet
  const { ref } = useNav()
  const client = useQueryClient()
  const update = useMutation(updateSnippet(ref))
  const form = useForm({ resolver: zodResolver(RenamedSnippet), defaultValues: { name, description } })
  return (
    <Form
      form={form}
      bare
      aria-label="Rename query"
      describeError={formFailure(['name', 'description'])}
      onSubmit={async (change) => {
        const document = documentsOf(client).find(id)
        document?.rename(change.name)
        // A query that is not on the server yet is created first.
        await document?.flush()
        await update.mutateAsync({ id, change })
        onRenamed(id, change.name)
        close()
      }}
    >
      <DialogBody>
        <FormError />
        <FormField
          control={form.control}
          name="name"
          label="Name"
          required
          labelAside={
            <SuggestName
              projectRef={ref}
              id={id}
              onSuggest={(suggestion) =>
                form.setValue('name', suggestion, { shouldDirty: true, shouldValidate: true })
              }
            />
          }
        >
          {(field) => <Input {...field} autoComplete="off" maxLength={SNIPPET_NAME_MAX} />}
        </FormField>
        <FormField control={form.control} name="description" label="Description">
          {(field) => <TextArea {...field} rows={3} />}
        </FormField>
      </DialogBody>
      <DialogFooter>
        <Button onClick={close}>Cancel</Button>
        <SubmitButton>Rename query</SubmitButton>
      </DialogFooter>
    </Form>
  )
}
