import { Contrast, Monitor, Moon, Sun } from 'lucide-react'
import { type ThemeChoice, themeChoices, themeLabels } from '../../../lib/theme.ts'
import type { Option } from '../../../ui/controls/option.ts'
import type { Icon } from '../../../ui/text/icon.ts'

const icons: Record<ThemeChoice, Icon> = { dark: Moon, light: Sun, 'classic-dark': Contrast, system: Monitor }

export const themeOptions: readonly Option<ThemeChoice>[] = themeChoices.map((value) => ({
  value,
  label: themeLabels[value],
  icon: icons[value],
}))
