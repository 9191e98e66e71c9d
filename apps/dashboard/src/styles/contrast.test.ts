import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { contrastRatio } from './contrast.ts'

const AA_TEXT = 4.5
const AA_NON_TEXT = 3

const surfaces = ['surface-0', 'surface-1', 'surface-2', 'surface-3', 'surface-field', 'surface-floating']
const tones = ['brand', 'success', 'warning', 'critical']

const textPairs = [
  ...['ink', 'ink-muted', 'ink-faint', ...tones.map((tone) => `${tone}-ink`)].flatMap((text) =>
    surfaces.map((surface) => [text, surface] as const),
  ),
  ...tones.flatMap((tone) => [
    [`${tone}-ink`, `${tone}-subtle`] as const,
    ['ink', `${tone}-subtle`] as const,
    ['ink-muted', `${tone}-subtle`] as const,
  ]),
  ['ink', 'surface-4'] as const,
  ['on-brand', 'brand'] as const,
  ['on-brand', 'brand-hover'] as const,
  ['on-danger', 'danger'] as const,
  ['on-danger', 'danger-hover'] as const,
  ['ink', 'selection'] as const,
]

const nonTextPairs = ['control', 'focus', 'brand'].flatMap((mark) =>
  surfaces.map((surface) => [mark, surface] as const),
)

const sheet = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8')
const themes = [...sheet.matchAll(/\[data-theme="([\w-]+)"\] \{([^}]+)\}/g)].map(([, name, body]) => ({
  name: name!,
  tokens: new Map(
    [...body!.matchAll(/--([\w-]+): (oklch\([^)]+\));/g)].map(([, key, value]) => [key!, value!]),
  ),
}))

test('the three themes define the same tokens', () => {
  expect(themes.map((theme) => theme.name)).toEqual(['dark', 'light', 'classic-dark'])
  for (const theme of themes) expect([...theme.tokens.keys()]).toEqual([...themes[0]!.tokens.keys()])
})

describe.each(themes)('theme $name', ({ tokens }) => {
  const ratio = (pair: readonly [string, string]) => contrastRatio(tokens.get(pair[0])!, tokens.get(pair[1])!)

  test.each(textPairs)('text %s on %s meets AA', (...pair) => {
    expect(ratio(pair)).toBeGreaterThanOrEqual(AA_TEXT)
  })

  test.each(nonTextPairs)('mark %s on %s meets AA for controls', (...pair) => {
    expect(ratio(pair)).toBeGreaterThanOrEqual(AA_NON_TEXT)
  })
})

test.each([
  ['oklch(0 0 0)', 'oklch(1 0 0)', 21],
  ['oklch(0.5 0.1 20)', 'oklch(0.5 0.1 20)', 1],
  // sRGB #767676 on white is the textbook 4.54.
  ['oklch(0.5659 0 0)', 'oklch(1 0 0)', 4.54],
])('the contrast of %s and %s is %d', (first, second, expected) => {
  expect(contrastRatio(first, second)).toBeCloseTo(expected, 1)
})
