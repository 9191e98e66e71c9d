import type { AuthSettings, AuthSettingsChange } from '@basalt/contract/auth/auth.schema.ts'

/** Settings whose parts are changed on their own. */
const partedSettings: readonly string[] = ['templates', 'providers', 'hooks']

/**
 * The names of settings that a change would replace although they are no longer as they were seen when it was begun, such
 * as `jwt_exp` or `templates.invite`. What already is as the change wants it does not count.
 */
export function changedMeanwhile(
  change: AuthSettingsChange,
  { seen, current }: { seen: AuthSettings; current: AuthSettings },
): string[] {
  const paths = Object.entries(change).flatMap(([name, value]) =>
    partedSettings.includes(name) ? Object.keys(value ?? {}).map((part) => [name, part]) : [[name]],
  )
  return paths
    .filter((path) => {
      const now = textAt(current, path)
      return now !== textAt(seen, path) && now !== textAt(change, path)
    })
    .map((path) => path.join('.'))
}

const textAt = (settings: object, path: readonly string[]) =>
  JSON.stringify(path.reduce<unknown>((value, name) => (value as Record<string, unknown>)?.[name], settings))
