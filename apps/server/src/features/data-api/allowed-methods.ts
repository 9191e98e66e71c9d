import type { SchemaCache } from '@basalt/data-api/schema/schema-cache.ts'
import { relationOf } from './find-relation.ts'

/**
 * The methods of a relation or function for the `Allow` header, regardless of the caller's rights. Throws PGRST205 for an
 * unknown relation.
 */
export function allowedMethods(cache: SchemaCache, schema: string, target: string): string[] {
  if (target === '') return ['OPTIONS', 'GET', 'HEAD']
  if (target.startsWith('rpc/')) {
    const routines = cache.routines(schema, target.slice('rpc/'.length))
    const mayRead = routines.some(({ volatility }) => volatility !== 'volatile')
    return mayRead ? ['OPTIONS', 'GET', 'HEAD', 'POST'] : ['OPTIONS', 'POST']
  }
  const { writable, primaryKey } = relationOf({ cache, schema, target })
  return [
    ...['OPTIONS', 'GET', 'HEAD'],
    ...(writable.insert ? ['POST'] : []),
    ...(writable.insert && writable.update && primaryKey.length > 0 ? ['PUT'] : []),
    ...(writable.update ? ['PATCH'] : []),
    ...(writable.delete ? ['DELETE'] : []),
  ]
}
