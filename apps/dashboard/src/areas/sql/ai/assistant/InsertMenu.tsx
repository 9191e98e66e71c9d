import { UNTITLED } from '@basalt/contract/snippets/snippets.rules.ts'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { FileDiff, FilePlus2, ListPlus, TextCursorInput } from 'lucide-react'
import { Button } from '../../../../ui/controls/Button.tsx'
import { Menu } from '../../../../ui/menu/Menu.tsx'
import { MenuItem } from '../../../../ui/menu/MenuItem.tsx'
import { createSnippet } from '../../snippets/snippets.queries.ts'
import { openEditor } from '../../workspace/open-editor.state.ts'

/** Takes SQL of the assistant into the SQL editor: behind what is written, in its place, or as a query of its own. */
export function InsertMenu({
  projectRef: ref,
  sql,
  name = UNTITLED,
  onInserted,
}: {
  projectRef: string
  sql: string
  /** What a query of its own is called; else its first run names it. */
  name?: string | undefined
  /** The editor is to be seen now. */
  onInserted: () => void
}) {
  const editor = openEditor.use()
  const navigate = useNavigate()
  const create = useMutation(createSnippet(ref))
  const reason = !editor
    ? 'Open a query in the SQL editor first'
    : editor.isReadOnly
      ? 'Only its owner may edit the open query'
      : undefined
  const insert = (how: (sql: string) => void) => () => {
    how(sql)
    onInserted()
  }
  const refusal = reason === undefined ? {} : { reason }
  return (
    <Menu
      align="end"
      trigger={
        <Button size="sm" icon={TextCursorInput} loading={create.isPending}>
          Insert
        </Button>
      }
    >
      <MenuItem icon={ListPlus} {...refusal} onSelect={insert((text) => editor?.append(text))}>
        Append to the open query
      </MenuItem>
      <MenuItem icon={FileDiff} {...refusal} onSelect={insert((text) => editor?.proposeInstead(text))}>
        Replace the open query
      </MenuItem>
      <MenuItem
        icon={FilePlus2}
        onSelect={() =>
          create.mutate(
            { name, sql },
            {
              onSuccess: ({ id }) => {
                void navigate({ to: '/project/$ref/sql/$id', params: { ref, id } })
                onInserted()
              },
            },
          )
        }
      >
        New query
      </MenuItem>
    </Menu>
  )
}
