import { readFileSync } from 'node:fs'
import type { Page, Route } from '@playwright/test'

interface BuiltFile {
  file: string
  imports?: string[]
}

/** The build of the dashboard. */
export const dist = new URL('../apps/dashboard/dist/', import.meta.url)
/** Its files by the name of their source. */
export const built: Record<string, BuiltFile> = JSON.parse(readFileSync(new URL('files.json', dist), 'utf8'))

/** Throws for a part that the build does not have. */
export function builtOf(part: string) {
  const found = built[part]
  if (!found) throw new Error(`The build has no ${part}`)
  return found
}

/** Holds back the scripts of modules until released. */
export async function holdScripts(page: Page, parts: readonly string[]) {
  const kept = new Map(parts.map((part) => [`/${builtOf(part).file}`, [] as Route[]]))
  await page.route('**/assets/*.js', (route) => {
    const waiting = kept.get(new URL(route.request().url()).pathname)
    return waiting ? void waiting.push(route) : route.continue()
  })
  return async (part: string) => {
    const file = `/${builtOf(part).file}`
    const waiting = kept.get(file) ?? []
    kept.delete(file)
    await Promise.all(waiting.map((route) => route.continue()))
  }
}
