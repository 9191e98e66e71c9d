import { Menu } from '../../../../ui/menu/Menu.tsx'
import { MenuRadioGroup } from '../../../../ui/menu/MenuRadioGroup.tsx'
import { sortOptions } from './nav.rules.ts'
import { SnippetSortButton } from './SnippetSortButton.tsx'

export interface SnippetSortProps {
  value: (typeof sortOptions)[number]['value']
  onValueChange: (value: SnippetSortProps['value']) => void
}

/** The order of the saved queries. */
export function SnippetSortMenu({ value, onValueChange }: SnippetSortProps) {
  return (
    <Menu align="end" trigger={<SnippetSortButton />}>
      <MenuRadioGroup label="Sort by" options={sortOptions} value={value} onValueChange={onValueChange} />
    </Menu>
  )
}
