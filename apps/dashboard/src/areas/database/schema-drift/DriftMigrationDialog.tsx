import { migrationFileName } from '@basalt/contract/migrations/migrations.rules.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { formFailure } from '../../../api/form-failure.ts'
import { downloadFile } from '../../../lib/download.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Input } from '../../../ui/controls/Input.tsx'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { DialogBody } from '../../../ui/dialog/DialogBody.tsx'
import { DialogFooter } from '../../../ui/dialog/DialogFooter.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { Form } from '../../../ui/form/Form.tsx'
import { FormError } from '../../../ui/form/FormError.tsx'
import { FormField } from '../../../ui/form/FormField.tsx'
import { SubmitButton } from '../../../ui/form/SubmitButton.tsx'
import { MigrationFields } from '../migrations/migration-fields.schema.ts'
import { markApplied } from '../migrations/migrations.queries.ts'

const NameField = MigrationFields.pick({ name: true })

interface Props {
  projectRef: string
  sql: string
  onMade: () => void
}

/** Records the difference as a migration that this database has, and downloads its file. */
export function DriftMigrationDialog({
  open,
  onOpenChange,
  ...props
}: Props & { open: boolean; onOpenChange: (open: boolean) => void }) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Make a migration"
      description="Recorded as applied here, where the changes exist, and downloaded as a file."
    >
      <NameForm {...props} close={() => onOpenChange(false)} />
    </Dialog>
  )
}

const describeError = formFailure<{ name: string }>(['name'])

function NameForm({ projectRef, sql, onMade, close }: Props & { close: () => void }) {
  const { mutateAsync: record } = useMutation(markApplied(projectRef))
  const form = useForm({ resolver: zodResolver(NameField), defaultValues: { name: '' } })
  return (
    <Form
      form={form}
      bare
      aria-label="Make a migration"
      describeError={describeError}
      onSubmit={async ({ name }) => {
        const { version } = await record({ name, sql })
        downloadFile(migrationFileName(version, name), 'application/sql', [`${sql}\n`])
        toast({ tone: 'success', title: 'Migration made and recorded' })
        close()
        onMade()
      }}
    >
      <DialogBody>
        <FormError />
        <FormField
          control={form.control}
          name="name"
          label="Name"
          description="The file’s name begins with the time."
        >
          {(field) => <Input autoComplete="off" spellCheck={false} placeholder="catch_up" {...field} />}
        </FormField>
      </DialogBody>
      <DialogFooter>
        <Button onClick={close}>Cancel</Button>
        <SubmitButton>Make migration</SubmitButton>
      </DialogFooter>
    </Form>
  )
}
