import { quoteLiteral } from '@basalt/sql/quote.ts'
import { orderedPart } from '../selection.ts'
import { asJson, type MetaSelection } from './meta-selection.ts'

export interface MetaExtensionSelection extends Pick<MetaSelection, 'limit' | 'offset'> {
  /** Only this one. */
  readonly name?: string
}

/** The extensions whose files this server has, by name. */
export const metaExtensions = ({ name, ...selection }: MetaExtensionSelection = {}) =>
  asJson(`
    select available.name, n.nspname as schema, available.default_version, e.extversion as installed_version,
      available.comment
    from pg_catalog.pg_available_extensions available
    left join pg_catalog.pg_extension e on e.extname = available.name
    left join pg_catalog.pg_namespace n on n.oid = e.extnamespace
    where ${name === undefined ? 'true' : `available.name = ${quoteLiteral(name)}`}
    ${orderedPart('available.name', selection)}`)
