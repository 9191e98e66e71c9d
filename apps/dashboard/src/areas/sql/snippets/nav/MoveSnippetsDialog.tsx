import { FOLDER_NAME_MAX } from '@basalt/contract/snippets/snippets.rules.ts'
import type { SnippetSummary } from '@basalt/contract/snippets/snippets.schema.ts'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { Folder, FolderPlus, House } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Button } from '../../../../ui/controls/Button.tsx'
import { Input } from '../../../../ui/controls/Input.tsx'
import { Select } from '../../../../ui/controls/Select.tsx'
import { Dialog } from '../../../../ui/dialog/Dialog.tsx'
import { DialogBody } from '../../../../ui/dialog/DialogBody.tsx'
import { DialogFooter } from '../../../../ui/dialog/DialogFooter.tsx'
import { Callout } from '../../../../ui/feedback/Callout.tsx'
import { toast } from '../../../../ui/feedback/toast.ts'
import { Field } from '../../../../ui/form/Field.tsx'
import { createFolder, snippetQueries, updateSnippet } from '../snippets.queries.ts'
import { queries } from './nav.rules.ts'
import { useNav } from './nav-context.ts'

const ROOT = 'root'
const NEW = 'new'

interface Props {
  snippets: readonly SnippetSummary[]
}

export function MoveSnippetsDialog({
  snippets,
  open,
  onOpenChange,
}: Props & { open: boolean; onOpenChange: (open: boolean) => void }) {
  const title = snippets.length === 1 ? `Move ${snippets[0]?.name}` : `Move ${snippets.length} queries`
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={title} size="sm">
      <MoveForm snippets={snippets} close={() => onOpenChange(false)} />
    </Dialog>
  )
}

/** Mounted with the dialog, so that its state is reset each time. */
function MoveForm({ snippets, close }: Props & { close: () => void }) {
  const { ref, sortBy } = useNav()
  const root = useInfiniteQuery(snippetQueries.root(ref, sortBy))
  const update = useMutation(updateSnippet(ref))
  const create = useMutation(createFolder(ref))
  const current = snippets[0]?.folder_id ?? ROOT
  const [target, setTarget] = useState<string>(current)
  const [name, setName] = useState('')
  const [failure, setFailure] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const folders = root.data?.pages[0]?.data.folders ?? []
  const options = [
    { value: ROOT, label: 'Root of the editor', icon: House },
    ...folders.map((folder) => ({ value: folder.id, label: folder.name, icon: Folder })),
    { value: NEW, label: 'Create a new folder', icon: FolderPlus },
  ]
  const reason =
    target === current
      ? 'Choose another folder'
      : target === NEW && name.trim() === ''
        ? 'Name the new folder'
        : undefined

  const move = async (event: FormEvent) => {
    event.preventDefault()
    if (reason !== undefined || isBusy) return
    setBusy(true)
    setFailure(undefined)
    try {
      const folder_id =
        target === ROOT ? null : target === NEW ? (await create.mutateAsync(name.trim())).id : target
      // A retry after a failure must not create the folder again.
      if (target === NEW && folder_id) setTarget(folder_id)
      for (const { id } of snippets) await update.mutateAsync({ id, change: { folder_id } })
      toast({ tone: 'success', title: `Successfully moved ${snippets.length} ${queries(snippets.length)}` })
      close()
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error))
      setBusy(false)
    }
  }
  return (
    <form onSubmit={move} noValidate aria-label="Move queries">
      <DialogBody>
        {failure && (
          <Callout tone="critical" role="alert">
            {failure}
          </Callout>
        )}
        <Field label="Move to">
          <Select options={options} value={target} onValueChange={setTarget} />
        </Field>
        {target === NEW && (
          <Field label="Folder name">
            <Input value={name} onValueChange={setName} maxLength={FOLDER_NAME_MAX} autoComplete="off" />
          </Field>
        )}
      </DialogBody>
      <DialogFooter>
        <Button onClick={close}>Cancel</Button>
        <Button type="submit" variant="primary" loading={isBusy} reason={reason}>
          Move {queries(snippets.length)}
        </Button>
      </DialogFooter>
    </form>
  )
}
