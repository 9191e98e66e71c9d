import type { DatabaseSchema } from '@basalt/contract/data-api-settings/data-api-settings.schema.ts'

export interface SchemaOption {
  name: string
  /** Selected, but dropped since. */
  isGone: boolean
}

/** The options: selected schemas that were dropped, then the existing ones. Without `schemas`, the selected ones. */
export function schemaOptions(
  schemas: readonly DatabaseSchema[] | undefined,
  kind: 'is_exposable' | 'is_searchable',
  chosen: readonly string[],
): SchemaOption[] {
  if (!schemas) return chosen.map((name) => ({ name, isGone: false }))
  const known = schemas.filter((schema) => schema[kind]).map(({ name }) => name)
  const gone = chosen.filter((name) => !known.includes(name))
  return [...gone.map((name) => ({ name, isGone: true })), ...known.map((name) => ({ name, isGone: false }))]
}

/** The list with a name appended or removed. */
export const withChoice = (chosen: readonly string[], name: string, isChosen: boolean) =>
  isChosen ? [...chosen.filter((one) => one !== name), name] : chosen.filter((one) => one !== name)

export const putFirst = (chosen: readonly string[], name: string) => [
  name,
  ...chosen.filter((one) => one !== name),
]
