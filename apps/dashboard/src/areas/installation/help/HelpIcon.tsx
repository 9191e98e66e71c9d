import { CircleHelp } from 'lucide-react'
import type { ComponentProps } from 'react'
import { IconButton } from '../../../ui/controls/IconButton.tsx'

export function HelpIcon(props: ComponentProps<'button'>) {
  return (
    <IconButton aria-haspopup="dialog" {...props} label="Help" icon={CircleHelp} className="max-sm:hidden" />
  )
}
