import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { IconButton } from '../../../../ui/controls/IconButton.tsx'

/** The trigger of RunMenu, visible before the menu's code is loaded. */
export function RunMenuButton(props: ComponentProps<'button'>) {
  return <IconButton aria-haspopup="menu" {...props} label="More" icon={ChevronDown} variant="secondary" />
}
