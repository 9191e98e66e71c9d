import { Activity, BookOpen, LifeBuoy, Wrench } from 'lucide-react'
import type { Icon } from '../../../ui/text/icon.ts'
import type { HelpKey } from './help.rules.ts'

export const helpIcons: Record<HelpKey, Icon> = {
  troubleshooting: Wrench,
  docs: BookOpen,
  status: Activity,
  support: LifeBuoy,
}
