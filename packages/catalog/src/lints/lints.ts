import { quoteLiteral } from '@basalt/sql/quote.ts'
import type { Lint } from './lint.ts'
import { performanceLints } from './performance-lints.ts'
import { securityLints } from './security-lints.ts'

export const advisorTypes = ['security', 'performance'] as const
export type AdvisorType = (typeof advisorTypes)[number]

const lints: Readonly<Record<AdvisorType, readonly Lint[]>> = {
  security: securityLints,
  performance: performanceLints,
}

/** All lints of a type, to describe the findings of `lintQuery`. */
export const lintsOf = (type: AdvisorType) => lints[type]

/** One statement that runs all lints of a type: rows of `lint`, `schema`, `name` and `detail`. */
export const lintQuery = (type: AdvisorType, exposedSchemas: readonly string[]) => {
  // An empty list is invalid SQL, and no schema has an empty name.
  const exposed = (exposedSchemas.length > 0 ? exposedSchemas : ['']).map(quoteLiteral).join(', ')
  return lints[type]
    .map(
      ({ name, sql }) =>
        `select ${quoteLiteral(name)}::text as lint, found.schema::text, found.name::text, found.detail::text from (${sql(exposed)}) found`,
    )
    .join('\nunion all\n')
    .concat('\norder by lint, schema, name, detail')
}
