import { quoteLiteral } from '@basalt/sql/quote.ts'
import { exposureLints } from './exposure-lints.ts'
import { indexLints } from './index-lints.ts'
import type { Lint } from './lint.ts'
import { maintenanceLints } from './maintenance-lints.ts'
import { policyCostLints } from './policy-cost-lints.ts'
import { policyLints } from './policy-lints.ts'
import { secretLints } from './secret-lints.ts'

export const advisorTypes = ['security', 'performance'] as const
export type AdvisorType = (typeof advisorTypes)[number]

const lints: Readonly<Record<AdvisorType, readonly Lint[]>> = {
  security: [...exposureLints, ...policyLints, ...secretLints],
  performance: [...indexLints, ...policyCostLints, ...maintenanceLints],
}

/** All lints of a type, to describe the findings of `lintQuery`. */
export const lintsOf = (type: AdvisorType) => lints[type]

/** Findings of one lint that are returned. More would not be read one by one; each has the count of all. */
export const FINDINGS_MAX = 500

/**
 * One statement that runs all lints of a type, except those named in `leftOut`, and returns rows as `FoundRow` describes
 * them.
 */
export const lintQuery = (
  type: AdvisorType,
  exposedSchemas: readonly string[],
  leftOut: readonly string[] = [],
) => {
  // An empty list is invalid SQL, and no schema has an empty name.
  const exposed = (exposedSchemas.length > 0 ? exposedSchemas : ['']).map(quoteLiteral).join(', ')
  const findings = lints[type]
    .filter(({ name }) => !leftOut.includes(name))
    .map(
      ({ name, sql }) =>
        `(select ${quoteLiteral(name)}::text as lint, found.*, count(*) over ()::int as count from (${sql(exposed)}) found
          order by schema, name, entity limit ${FINDINGS_MAX})`,
    )
    .join('\nunion all\n')
  return `select *, lint || ':' || concat_ws('.', quote_ident(schema), quote_ident(name), quote_ident(entity)) as key
    from (${findings}) findings order by lint, schema, name, entity, detail`
}
