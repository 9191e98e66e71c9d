import { type ThemeChoice, themeChoices, themeLabels, useTheme } from '../../../lib/theme.ts'
import type { Option } from '../../../ui/controls/option.ts'
import { RadioGroup } from '../../../ui/controls/RadioGroup.tsx'
import { Card } from '../../../ui/layout/Card.tsx'

const words: Partial<Record<ThemeChoice, string>> = {
  'classic-dark': 'Neutral greys instead of graphite',
  system: 'Dark or light, as this device is set',
}

const options: readonly Option<ThemeChoice>[] = themeChoices.map((value) => ({
  value,
  label: themeLabels[value],
  ...(words[value] && { description: words[value] }),
}))

export function ThemeCard() {
  const { choice, setChoice } = useTheme()
  return (
    <Card title="Theme" description="Kept in this browser.">
      <RadioGroup aria-label="Theme" options={options} value={choice} onValueChange={setChoice} />
    </Card>
  )
}
