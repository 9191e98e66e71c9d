import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { act, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { resolveTheme, themeChoices, themeLabels, useDocumentTheme, useTheme } from './theme.ts'

const firstPaintScript = readFileSync(join(import.meta.dirname, '../../public/theme.js'), 'utf8')

function systemPrefers(dark: boolean) {
  const query = Object.assign(new EventTarget(), { matches: dark })
  vi.stubGlobal('matchMedia', () => query)
  return (next: boolean) =>
    act(() => {
      query.matches = next
      query.dispatchEvent(new Event('change'))
    })
}

function Picker() {
  useDocumentTheme()
  const { choice, setChoice } = useTheme()
  return themeChoices.map((option) => (
    <button key={option} type="button" aria-pressed={option === choice} onClick={() => setChoice(option)}>
      {themeLabels[option]}
    </button>
  ))
}

afterEach(() => {
  vi.unstubAllGlobals()
  delete document.documentElement.dataset.theme
})

test('system follows the operating system while the page is open', () => {
  const prefer = systemPrefers(true)
  render(<Picker />)
  expect(document.documentElement.dataset.theme).toBe('dark')
  prefer(false)
  expect(document.documentElement.dataset.theme).toBe('light')
})

test('a chosen theme does not follow the operating system', async () => {
  const prefer = systemPrefers(false)
  render(<Picker />)
  await userEvent.click(screen.getByRole('button', { name: 'Classic Dark' }))
  prefer(true)
  expect(document.documentElement.dataset.theme).toBe('classic-dark')
})

test.each(themeChoices.flatMap((choice) => [true, false].map((dark) => [choice, dark] as const)))(
  'the first-paint script agrees for %s when the system prefers dark: %s',
  (choice, dark) => {
    systemPrefers(dark)
    localStorage.setItem('preference.theme', JSON.stringify(choice))
    new Function(firstPaintScript)()
    expect(document.documentElement.dataset.theme).toBe(resolveTheme(choice, dark))
  },
)

test('the first-paint script ignores invalid storage', () => {
  systemPrefers(true)
  localStorage.setItem('preference.theme', '{')
  new Function(firstPaintScript)()
  expect(document.documentElement.dataset.theme).toBe('dark')
})
