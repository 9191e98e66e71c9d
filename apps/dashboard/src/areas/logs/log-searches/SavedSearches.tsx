import type { LogSearchPlace } from '@basalt/contract/log-searches/log-searches.rules.ts'
import type { LogSearch } from '@basalt/contract/log-searches/log-searches.schema.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Bookmark, Plus, Trash2 } from 'lucide-react'
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
import { createLogSearch, deleteLogSearch, logSearchQueries } from './log-searches.queries.ts'
import type { SearchNameDialogProps } from './SearchNameDialog.tsx'

const SearchNameDialog = lazyDialog<SearchNameDialogProps>(
  () => import('./SearchNameDialog.tsx').then((module) => module.SearchNameDialog),
  { title: 'Save search', size: 'sm' },
)

/** The saved searches of a page of logs: to apply, save and delete. */
export function SavedSearches({
  project,
  place,
  text,
  chart = null,
  onApply,
}: {
  project: Project
  place: LogSearchPlace
  /** What the page searches for at the moment. */
  text: string
  chart?: LogSearch['chart'] | undefined
  onApply: (search: LogSearch) => void
}) {
  const { ref, organization_slug: slug } = project
  const searches = useQuery(logSearchQueries.of(ref, place))
  const { data: refusal } = useQuery(permissionQueries.refusal(needs.changeLogSearches, { slug, ref }))
  const create = useMutation(createLogSearch(ref, place))
  const remove = useMutation(deleteLogSearch(ref, place))
  const [dialog, setDialog] = useState<'save' | 'delete'>()
  const saved = searches.data ?? []
  const current = saved.find((one) => one.text === text)
  const apply = (id: string) => {
    const chosen = saved.find((one) => one.id === id)
    if (chosen) onApply(chosen)
  }
  const save = async (name: string) => {
    await create.mutateAsync({ name, text, chart })
    toast({ tone: 'success', title: `Saved as ${name}` })
  }
  const close = () => setDialog(undefined)
  return (
    <>
      <Menu
        align="end"
        trigger={
          <Button icon={Bookmark}>
            <span className="max-w-40 truncate">{current?.name ?? 'Saved'}</span>
          </Button>
        }
      >
        {searches.isError && <MenuItem disabled>Failed to load the saved searches</MenuItem>}
        {saved.length > 0 && (
          <>
            <MenuRadioGroup
              label="Saved searches"
              closes
              options={saved.map(({ id, name }) => ({ value: id, label: name }))}
              value={current?.id ?? ''}
              onValueChange={apply}
            />
            <MenuSeparator />
          </>
        )}
        <MenuItem
          icon={Plus}
          reason={refusal ?? (text.trim() === '' ? 'Search for something first' : undefined)}
          onSelect={() => setDialog('save')}
        >
          Save search…
        </MenuItem>
        {current && (
          <MenuItem icon={Trash2} destructive reason={refusal} onSelect={() => setDialog('delete')}>
            Delete {current.name}…
          </MenuItem>
        )}
      </Menu>
      <SearchNameDialog open={dialog === 'save'} close={close} onSubmit={save} />
      {current && (
        <ConfirmDialog
          open={dialog === 'delete'}
          onOpenChange={(isOpen) => !isOpen && close()}
          title={`Delete ${current.name}`}
          confirmLabel="Delete search"
          onConfirm={() => remove.mutateAsync(current.id)}
        >
          Nobody in this project will find this search any more. The events stay as they are.
        </ConfirmDialog>
      )}
    </>
  )
}
