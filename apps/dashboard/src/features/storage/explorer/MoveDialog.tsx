import { entryNameProblem } from '@basalt/contract/storage/names.rules.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { Button } from '../../../ui/controls/Button.tsx'
import { Input } from '../../../ui/controls/Input.tsx'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { DialogBody } from '../../../ui/dialog/DialogBody.tsx'
import { DialogFooter } from '../../../ui/dialog/DialogFooter.tsx'
import { Form } from '../../../ui/form/Form.tsx'
import { FormField } from '../../../ui/form/FormField.tsx'
import { SubmitButton } from '../../../ui/form/SubmitButton.tsx'
import type { Entry } from './entry.rules.ts'
import { useExplorer } from './explorer-context.ts'
import { pathFrom, segmentsOf } from './path.rules.ts'

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
  /** Undefined while nothing is asked. */
  entries: readonly Entry[] | undefined
  onClose: () => void
}) {
  const { place } = useExplorer()
  const what = entries?.length === 1 ? entries[0]!.name : `${entries?.length ?? 0} items`
  return (
    <Dialog
      open={entries !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={`Moving ${what} within ${place.bucket}`}
      size="sm"
    >
      {entries && <MoveForm entries={entries} onClose={onClose} />}
    </Dialog>
  )
}

function MoveForm({ entries, onClose }: { entries: readonly Entry[]; onClose: () => void }) {
  const { place, moveInto } = useExplorer()
  const form = useForm({ resolver: zodResolver(Target), defaultValues: { folder: '' } })
  return (
    <Form
      form={form}
      bare
      aria-label="Move files"
      onSubmit={({ folder }) => {
        moveInto(entries, pathFrom(folder))
        onClose()
      }}
    >
      <DialogBody>
        <FormField
          control={form.control}
          name="folder"
          label={`Path to new directory in ${place.bucket}`}
          description="Leave blank to move items to the root of the bucket"
        >
          {(field) => (
            <Input placeholder="e.g folder1/subfolder2" autoComplete="off" spellCheck={false} {...field} />
          )}
        </FormField>
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>Cancel</Button>
        <SubmitButton>Move files</SubmitButton>
      </DialogFooter>
    </Form>
  )
}
