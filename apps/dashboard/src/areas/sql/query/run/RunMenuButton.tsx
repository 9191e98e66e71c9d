import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { IconButton } from '../../../../ui/controls/IconButton.tsx'

/** Opens the other ways to run what is written. */
export function RunMenuButton(props: ComponentProps<'button'>) {
  return <IconButton aria-haspopup="menu" {...props} label="More" icon={ChevronDown} variant="secondary" />
}
