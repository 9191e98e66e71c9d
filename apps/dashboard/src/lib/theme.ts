import { useEffect, useSyncExternalStore } from 'react'
import { readPreference, usePreference, watchPreference } from './preference.ts'
import { oneOf } from './shape.ts'

export const themeChoices = ['dark', 'light', 'classic-dark', 'system'] as const
export type ThemeChoice = (typeof themeChoices)[number]
/** The value of a `data-theme` attribute, as the style sheet uses it. */
export type Theme = Exclude<ThemeChoice, 'system'>

export const themeLabels: Record<ThemeChoice, string> = {
  dark: 'Dark',
  light: 'Light',
  'classic-dark': 'Classic Dark',
  system: 'System',
}

const KEY = 'theme'
const Choice = oneOf(themeChoices)
const FALLBACK: ThemeChoice = 'system'

export const resolveTheme = (choice: ThemeChoice, prefersDark: boolean): Theme =>
  choice === 'system' ? (prefersDark ? 'dark' : 'light') : choice

/** The user's choice and the theme it resolves to on this system. */
export function useTheme(): { choice: ThemeChoice; theme: Theme; setChoice: (choice: ThemeChoice) => void } {
  const [choice, setChoice] = usePreference<ThemeChoice>(KEY, Choice, FALLBACK)
  const prefersDark = useSyncExternalStore(watchSystem, systemPrefersDark)
  return { choice, theme: resolveTheme(choice, prefersDark), setChoice }
}

/** Applies the chosen theme to the page and follows changes in this tab, other tabs and the system. Mount once. */
export function useDocumentTheme(): void {
  useEffect(() => {
    const apply = () => {
      document.documentElement.dataset.theme = resolveTheme(
        readPreference(KEY, Choice, FALLBACK),
        systemPrefersDark(),
      )
    }
    apply()
    const stopSystem = watchSystem(apply)
    const stopChoice = watchPreference(KEY, apply)
    return () => {
      stopSystem()
      stopChoice()
    }
  }, [])
}

const systemQuery = () => matchMedia('(prefers-color-scheme: dark)')
const systemPrefersDark = () => systemQuery().matches
function watchSystem(changed: () => void): () => void {
  const query = systemQuery()
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}
