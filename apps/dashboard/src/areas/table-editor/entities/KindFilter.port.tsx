import {
  type EntityKind,
  entityKindNames,
  entityKinds,
} from '@basalt/contract/table-editor/entities.rules.ts'
import { ListFilter } from 'lucide-react'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { Menu } from '../../../ui/menu/Menu.tsx'
import { MenuCheckboxItem } from '../../../ui/menu/MenuCheckboxItem.tsx'
import { MenuGroup } from '../../../ui/menu/MenuGroup.tsx'

/** Chooses the kinds of entities that are listed; at least one. */
export function KindFilter({
  kinds,
  onChange,
}: {
  kinds: readonly EntityKind[]
  onChange: (kinds: readonly EntityKind[]) => void
}) {
  const isFiltered = kinds.length < entityKinds.length
  return (
    <Menu
      align="end"
      trigger={
        <IconButton
          size="sm"
          icon={ListFilter}
          label={isFiltered ? `Kinds shown: ${kinds.length} of ${entityKinds.length}` : 'Filter by kind'}
          {...(isFiltered && { className: 'text-brand-ink!' })}
        />
      }
    >
      <MenuGroup label="Show">
        {entityKinds.map((kind) => {
          const isShown = kinds.includes(kind)
          return (
            <MenuCheckboxItem
              key={kind}
              checked={isShown}
              disabled={isShown && kinds.length === 1}
              onCheckedChange={(shown) =>
                onChange(entityKinds.filter((one) => (one === kind ? shown : kinds.includes(one))))
              }
            >
              {entityKindNames[kind]}
            </MenuCheckboxItem>
          )
        })}
      </MenuGroup>
    </Menu>
  )
}
