import { entryNameProblem } from '@basalt/contract/storage/names.rules.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { Button } from '../../../../ui/controls/Button.tsx'
import { Input } from '../../../../ui/controls/Input.tsx'
import { Dialog } from '../../../../ui/dialog/Dialog.tsx'
import { DialogBody } from '../../../../ui/dialog/DialogBody.tsx'
import { DialogFooter } from '../../../../ui/dialog/DialogFooter.tsx'
import { Form } from '../../../../ui/form/Form.tsx'
import { FormField } from '../../../../ui/form/FormField.tsx'
import { SubmitButton } from '../../../../ui/form/SubmitButton.tsx'
import type { Entry } from './entry.rules.ts'
import { useExplorer } from './explorer-context.ts'
import { FolderPicker } from './FolderPicker.tsx'
import { nameOf, parentOf, pathFrom, segmentsOf } from './path.rules.ts'

const Target = z.object({
  folder: z.string().superRefine((typed, context) => {
    for (const part of segmentsOf(pathFrom(typed))) {
      const message = entryNameProblem(part, 'folder')
      if (message) return context.addIssue({ code: 'custom', message })
    }
  }),
})

export function MoveDialog({
  entries,
  onClose,
}: {
  /** Undefined while the dialog is closed. */
  entries: readonly Entry[] | undefined
  onClose: () => void
}) {
  const what = entries?.length === 1 ? entries[0]!.name : `${entries?.length ?? 0} items`
  return (
    <Dialog open={entries !== undefined} onOpenChange={(open) => !open && onClose()} title={`Move ${what}`}>
      {entries && <MoveForm entries={entries} onClose={onClose} />}
    </Dialog>
  )
}

/** The target folder is picked or typed, and need not exist yet. */
function MoveForm({ entries, onClose }: { entries: readonly Entry[]; onClose: () => void }) {
  const { bucketKey, moveInto } = useExplorer()
  const form = useForm({
    resolver: zodResolver(Target),
    defaultValues: { folder: parentOf(entries[0]?.path ?? '') },
  })
  const folder = pathFrom(useWatch({ control: form.control, name: 'folder' }))
  const isHere = entries.every(({ path }) => parentOf(path) === folder)
  return (
    <Form
      form={form}
      bare
      aria-label="Move files"
      onSubmit={(values) => {
        moveInto(entries, pathFrom(values.folder))
        onClose()
      }}
    >
      <DialogBody>
        <FormField
          control={form.control}
          name="folder"
          label={`Path to new directory in ${bucketKey.bucket}`}
          description="Leave blank for the root of the bucket. A folder that does not exist is created."
        >
          {(field) => (
            <Input placeholder="e.g folder1/subfolder2" autoComplete="off" spellCheck={false} {...field} />
          )}
        </FormField>
        <FolderPicker
          folder={folder}
          moving={entries}
          onPick={(next) => form.setValue('folder', next, { shouldValidate: true })}
        />
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>Cancel</Button>
        <SubmitButton {...(isHere && { reason: 'Already in this folder' })}>
          {`Move to ${folder === '' ? bucketKey.bucket : nameOf(folder)}`}
        </SubmitButton>
      </DialogFooter>
    </Form>
  )
}
