import { type ThemeChoice, themeChoices, themeLabels, useTheme } from '../../../lib/theme.ts'
import type { Option } from '../../../ui/controls/option.ts'
import { RadioGroup } from '../../../ui/controls/RadioGroup.tsx'
import { Card } from '../../../ui/layout/Card.tsx'

const descriptions: Partial<Record<ThemeChoice, string>> = {
  'classic-dark': 'Neutral greys instead of graphite',
  system: 'Dark or light, following this device',
}

const options: readonly Option<ThemeChoice>[] = themeChoices.map((value) => ({
  value,
  label: themeLabels[value],
  ...(descriptions[value] && { description: descriptions[value] }),
}))

export function ThemeCard() {
  const { choice, setChoice } = useTheme()
  return (
    <Card title="Theme" description="Stored in this browser.">
      <RadioGroup aria-label="Theme" options={options} value={choice} onValueChange={setChoice} />
    </Card>
  )
}
