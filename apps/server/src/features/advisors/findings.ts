import { createHash } from 'node:crypto'
import type { FoundRow, Lint } from '@basalt/catalog/lints/lint.ts'
import { FINDINGS_MAX, lintsOf } from '@basalt/catalog/lints/lints.ts'
import {
  type AdvisorCounts,
  type AdvisorKind,
  advisorKinds,
  type LintLevel,
} from '@basalt/contract/advisors/advisors.rules.ts'
import type { LintFinding } from '@basalt/contract/advisors/advisors.schema.ts'
import { type ProjectSituation, platformRules } from './platform-rules.ts'

/** A finding before it is known whether it is dismissed. */
export interface Finding extends Omit<LintFinding, 'dismissal' | 'remediation'> {
  readonly kind: AdvisorKind
  /** Its object in the catalog; undefined for findings about the project itself. */
  readonly object: Pick<FoundRow, 'catalog' | 'object'> | undefined
}

type Described = Pick<Lint, 'name' | 'title' | 'level' | 'description' | 'remediation'>

const described = ({ name, title, level, description, remediation }: Described, kind: AdvisorKind) => ({
  kind,
  name,
  title,
  level,
  description,
  advice: remediation,
  facing: 'EXTERNAL' as const,
  categories: [kind === 'security' ? ('SECURITY' as const) : ('PERFORMANCE' as const)],
})

/** Rules about what a server has counted, or is about to do, which a copy knows nothing of. */
const RULES_OF_USE: readonly string[] = [
  'unused_index',
  'never_vacuumed',
  'table_bloat',
  'wraparound_age',
  'inactive_replication_slot',
]

export const isAboutUse = ({ name }: Pick<Finding, 'name'>) => RULES_OF_USE.includes(name)

const databaseRules = new Map(
  advisorKinds.flatMap((kind) => lintsOf(kind).map((lint) => [lint.name, described(lint, kind)] as const)),
)

/** The finding of a row of `lintQuery`. */
export function databaseFinding(row: FoundRow): Finding {
  const { schema, name, type, entity, facts, detail, fix, key, count, catalog, object } = row
  return {
    ...databaseRules.get(row.lint)!,
    detail,
    fix,
    metadata: {
      ...facts,
      ...(schema !== null && { schema }),
      name,
      type,
      ...(entity !== null && { entity }),
      ...(count > FINDINGS_MAX && { count }),
    },
    cache_key: key,
    object: { catalog, object },
  }
}

/** What the rules about settings find. */
export const platformFindings = (situation: ProjectSituation): Finding[] =>
  platformRules.flatMap((rule) => {
    const detail = rule.find(situation)
    return detail === undefined
      ? []
      : [
          {
            ...described(rule, 'security'),
            detail,
            fix: null,
            metadata: { type: 'project' },
            cache_key: rule.name,
            object: undefined,
          },
        ]
  })

/** What stands for the state of a finding about the project itself. */
export const digestOf = ({ detail }: Finding) => createHash('md5').update(detail).digest('hex')

/** How many findings there are of each kind and level, including those beyond the listed ones. */
export function countsOf(open: readonly Finding[]): AdvisorCounts {
  const none = (): Record<LintLevel, number> => ({ ERROR: 0, WARN: 0, INFO: 0 })
  const counts = { security: none(), performance: none() }
  for (const { kind, level } of open) counts[kind][level] += 1
  const cut = new Map(open.flatMap((one) => (one.metadata.count ? [[one.name, one] as const] : [])))
  for (const { kind, level, metadata } of cut.values()) counts[kind][level] += metadata.count! - FINDINGS_MAX
  return counts
}
