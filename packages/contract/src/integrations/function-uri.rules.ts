/** A function of a project's database. */
export interface DatabaseFunction {
  readonly schema: string
  readonly name: string
}

/** The scheme, and the database's name in it, are those of the interface of hooks. */
const FUNCTION = /^pg-functions:\/\/postgres\/([^/]{1,255})\/([^/]{1,255})$/

/** What a URI names; undefined for one that names no function. */
export function functionOf(uri: string): DatabaseFunction | undefined {
  const [, schema, name] = FUNCTION.exec(uri) ?? []
  if (schema === undefined || name === undefined) return undefined
  try {
    return { schema: decodeURIComponent(schema), name: decodeURIComponent(name) }
  } catch {
    return undefined
  }
}

/** The URI of a function. Its names are percent-encoded where needed. */
export const functionUri = ({ schema, name }: DatabaseFunction) =>
  `pg-functions://postgres/${encodeURIComponent(schema)}/${encodeURIComponent(name)}`
