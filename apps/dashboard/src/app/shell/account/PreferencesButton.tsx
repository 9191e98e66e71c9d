import { Settings2 } from 'lucide-react'
import type { ComponentProps } from 'react'
import { IconButton } from '../../../ui/controls/IconButton.tsx'

/** Opens the preferences menu. */
export function PreferencesButton(props: ComponentProps<'button'>) {
  return <IconButton aria-haspopup="menu" {...props} label="Preferences" icon={Settings2} />
}
