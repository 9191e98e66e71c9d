import { UNTITLED } from '@basalt/contract/snippets/snippets.rules.ts'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { FileDiff, FilePlus2, ListPlus, TextCursorInput } from 'lucide-react'
import { Button } from '../../../../ui/controls/Button.tsx'
import { Menu } from '../../../../ui/menu/Menu.tsx'
import { MenuItem } from '../../../../ui/menu/MenuItem.tsx'
import { createSnippet } from '../../snippets/snippets.queries.ts'
import { openEditor } from '../../workspace/open-editor.state.ts'

/** Inserts the assistant's SQL into the SQL editor: appended, in place of the text, or as a new query. */
export function InsertMenu({
  projectRef: ref,
  sql,
  name = UNTITLED,
  onInserted,
}: {
  projectRef: string
  sql: string
  /** The name of a new query; by default its first run names it. */
  name?: string | undefined
  /** The editor should come into view. */
  onInserted: () => void
}) {
  const editor = openEditor.use()
  const navigate = useNavigate()
  const create = useMutation(createSnippet(ref))
  const reason = !editor
    ? 'Open a query in the SQL editor first'
    : editor.isReadOnly
      ? 'Only the owner can edit the open query'
      : undefined
  const insert = (how: (sql: string) => void) => () => {
    how(sql)
    onInserted()
  }
  const disabled = reason === undefined ? {} : { reason }
  return (
    <Menu
      align="end"
      trigger={
        <Button size="sm" icon={TextCursorInput} loading={create.isPending}>
          Insert
        </Button>
      }
    >
      <MenuItem icon={ListPlus} {...disabled} onSelect={insert((text) => editor?.append(text))}>
        Append to the open query
      </MenuItem>
      <MenuItem icon={FileDiff} {...disabled} onSelect={insert((text) => editor?.proposeReplacement(text))}>
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
