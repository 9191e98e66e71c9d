import type { ObjectSortColumn } from '@basalt/contract/storage/objects.schema.ts'
import { ArrowUpDown, Columns3, SortAsc } from 'lucide-react'
import { MenuRadioGroup } from '../../../../ui/menu/MenuRadioGroup.tsx'
import { MenuSeparator } from '../../../../ui/menu/MenuSeparator.tsx'
import { Submenu } from '../../../../ui/menu/Submenu.tsx'
import { useExplorer } from './explorer-context.ts'

const views = [
  { value: 'COLUMNS' as const, label: 'As columns' },
  { value: 'LIST' as const, label: 'As list' },
]
const columns: { value: ObjectSortColumn; label: string }[] = [
  { value: 'name', label: 'Name' },
  { value: 'created_at', label: 'Time created' },
  { value: 'updated_at', label: 'Time modified' },
  { value: 'last_accessed_at', label: 'Time last accessed' },
]
const orders = [
  { value: 'asc' as const, label: 'Ascending' },
  { value: 'desc' as const, label: 'Descending' },
]

/** View and sort options, stored per project. */
export function ViewMenuItems({ isNested = false }: { isNested?: boolean }) {
  const { preference, setPreference } = useExplorer()
  const view = (
    <MenuRadioGroup
      label="View"
      options={views}
      value={preference.view}
      onValueChange={(next) => setPreference({ view: next })}
    />
  )
  return (
    <>
      {isNested ? (
        <Submenu icon={Columns3} label="View">
          {view}
        </Submenu>
      ) : (
        <>
          {view}
          <MenuSeparator />
        </>
      )}
      <Submenu icon={SortAsc} label="Sort by">
        <MenuRadioGroup
          label="Sort by"
          options={columns}
          value={preference.sortBy}
          onValueChange={(sortBy) => setPreference({ sortBy })}
        />
      </Submenu>
      <Submenu icon={ArrowUpDown} label="Sort order">
        <MenuRadioGroup
          label="Sort order"
          options={orders}
          value={preference.sortByOrder}
          onValueChange={(sortByOrder) => setPreference({ sortByOrder })}
        />
      </Submenu>
    </>
  )
}
