import { ArrowUpDown } from 'lucide-react'
import { IconButton, type IconButtonProps } from '../../../../ui/controls/IconButton.tsx'

/** Opens the menu that sorts the saved queries. */
export const SnippetSortButton = (props: Partial<IconButtonProps>) => (
  <IconButton
    aria-haspopup="menu"
    {...props}
    size="sm"
    icon={ArrowUpDown}
    label="Sort queries"
    className="size-6"
  />
)
