import sans from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?inline'
import mono from '@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2?inline'
import type { EmbeddedFont } from './svg.rules.ts'

/** The fonts of the page for Latin text, to be put into a picture. */
export const embeddedFonts: readonly EmbeddedFont[] = [
  { family: 'Inter Variable', url: sans },
  { family: 'JetBrains Mono Variable', url: mono },
]
