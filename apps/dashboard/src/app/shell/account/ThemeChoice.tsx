import { useTheme } from '../../../lib/theme.ts'
import { MenuRadioGroup } from '../../../ui/menu/MenuRadioGroup.tsx'
import { themeOptions } from './theme-options.ts'

/** The theme options of a menu. */
export function ThemeChoice() {
  const { choice, setChoice } = useTheme()
  return <MenuRadioGroup label="Theme" options={themeOptions} value={choice} onValueChange={setChoice} />
}
