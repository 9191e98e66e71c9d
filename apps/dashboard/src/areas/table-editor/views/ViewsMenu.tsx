import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import type { TableView } from '@basalt/contract/table-views/table-views.schema.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Bookmark, Pencil, Plus, Save, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/controls/Button.tsx'
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx'
import { lazyDialog } from '../../../ui/dialog/lazy-dialog.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { Menu } from '../../../ui/menu/Menu.tsx'
import { MenuItem } from '../../../ui/menu/MenuItem.tsx'
import { MenuRadioGroup } from '../../../ui/menu/MenuRadioGroup.tsx'
import { MenuSeparator } from '../../../ui/menu/MenuSeparator.tsx'
import { permissionQueries } from '../../organization/permissions/permissions.queries.ts'
import type { RowsView } from '../rows/rows-url.rules.ts'
import {
  createTableView,
  deleteTableView,
  type NamedTable,
  renameTableView,
  tableViewQueries,
  updateTableView,
} from './table-views.queries.ts'
import type { ViewNameDialogProps } from './ViewNameDialog.tsx'

const ViewNameDialog = lazyDialog<ViewNameDialogProps>(
  () => import('./ViewNameDialog.tsx').then((module) => module.ViewNameDialog),
  { title: 'Save as view', size: 'sm' },
)

type OpenDialog = 'save' | 'rename' | 'delete'

const NOTHING_TO_SAVE = 'Filter or sort the rows first.'

/** The saved filters and sorts of a table: to apply, save, rename and delete. */
export function ViewsMenu({
  project,
  table: { schema, name: table },
  filter,
  sort,
  onApply,
}: RowsView & {
  project: Project
  table: { schema: string; name: string }
  onApply: (view: RowsView) => void
}) {
  const named: NamedTable = { ref: project.ref, schema, table }
  const { data: views = [] } = useQuery(tableViewQueries.of(named))
  const { data: refusal } = useQuery(
    permissionQueries.refusal(needs.changeTableViews, {
      slug: project.organization_slug,
      ref: project.ref,
    }),
  )
  const create = useMutation(createTableView(named))
  const update = useMutation(updateTableView(named))
  const rename = useMutation(renameTableView(named))
  const remove = useMutation(deleteTableView(named))
  const [appliedId, setAppliedId] = useState<string>()
  const [dialog, setDialog] = useState<OpenDialog>()
  const shown = { filter, sort }
  const exact = views.find((view) => isSame(view, shown))
  // Still the view that was applied, with other rules.
  const current = exact ?? views.find(({ id }) => id === appliedId)
  const isEmpty = filter.length === 0 && sort.length === 0
  const close = () => setDialog(undefined)
  const apply = (id: string) => {
    const view = views.find((each) => each.id === id)
    if (!view) return
    setAppliedId(id)
    onApply(view)
  }
  const save = async (name: string) => {
    const view = await create.mutateAsync({ name, filter: [...filter], sort: [...sort] })
    setAppliedId(view.id)
    toast({ tone: 'success', title: `Saved as ${view.name}` })
  }
  const saveChange = () => {
    if (!current) return
    const change = { filter: [...filter], sort: [...sort] }
    update.mutate(
      { id: current.id, change },
      { onSuccess: ({ name }) => toast({ tone: 'success', title: `${name} now shows these rows` }) },
    )
  }
  const saveRefusal = refusal ?? (isEmpty ? NOTHING_TO_SAVE : undefined)
  return (
    <>
      <Menu
        trigger={
          <Button size="sm" icon={Bookmark}>
            <span className="max-w-40 truncate">{current ? current.name : 'Views'}</span>
            {current && !exact && <span className="text-ink-muted">(changed)</span>}
          </Button>
        }
      >
        {views.length > 0 && (
          <>
            <MenuRadioGroup
              label="Saved views"
              closes
              options={views.map(({ id, name }) => ({ value: id, label: name }))}
              value={exact?.id ?? ''}
              onValueChange={apply}
            />
            <MenuSeparator />
          </>
        )}
        {current && !exact && (
          <MenuItem icon={Save} onSelect={saveChange} {...(saveRefusal && { reason: saveRefusal })}>
            Update {current.name}
          </MenuItem>
        )}
        <MenuItem
          icon={Plus}
          onSelect={() => setDialog('save')}
          {...(saveRefusal && { reason: saveRefusal })}
        >
          Save as view…
        </MenuItem>
        {current && (
          <>
            <MenuItem
              icon={Pencil}
              onSelect={() => setDialog('rename')}
              {...(refusal && { reason: refusal })}
            >
              Rename {current.name}…
            </MenuItem>
            <MenuItem
              icon={Trash2}
              destructive
              onSelect={() => setDialog('delete')}
              {...(refusal && { reason: refusal })}
            >
              Delete {current.name}…
            </MenuItem>
          </>
        )}
      </Menu>
      <ViewNameDialog open={dialog === 'save'} close={close} title="Save as view" name="" onSubmit={save} />
      {current && (
        <>
          <ViewNameDialog
            open={dialog === 'rename'}
            close={close}
            title="Rename view"
            name={current.name}
            onSubmit={(name) => rename.mutateAsync({ id: current.id, change: { name } })}
          />
          <ConfirmDialog
            open={dialog === 'delete'}
            onOpenChange={(isOpen) => !isOpen && close()}
            title="Delete view"
            confirmLabel="Delete view"
            onConfirm={() => remove.mutateAsync(current.id)}
          >
            {`Nobody in this project will find ${current.name} any more. The rows stay as they are.`}
          </ConfirmDialog>
        </>
      )}
    </>
  )
}

const isSame = (view: TableView, { filter, sort }: RowsView) =>
  isEqual(view.filter, filter) && isEqual(view.sort, sort)

const isEqual = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((text, index) => text === other[index])
