import { ChevronsUpDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { IconButton } from '../../../ui/controls/IconButton.tsx'

/** Opens a switcher. */
export function SwitchButton({ what, ...rest }: { what: string } & ComponentProps<'button'>) {
  return (
    <IconButton
      role="combobox"
      aria-haspopup="dialog"
      aria-expanded={false}
      {...rest}
      label={`Switch ${what}`}
      icon={ChevronsUpDown}
      size="sm"
    />
  )
}
