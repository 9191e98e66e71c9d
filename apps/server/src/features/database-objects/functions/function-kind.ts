import {
  listedFunctionCount,
  listedFunctions,
  oneFunction,
  TRIGGERS_NAMED,
} from '@basalt/catalog/database-objects/functions.ts'
import type {
  DatabaseFunction,
  FunctionDraft,
  FunctionListQuery,
} from '@basalt/contract/database-objects/functions/functions.schema.ts'
import {
  alterFunction,
  createFunction,
  dropFunction,
  type ExistingFunction,
  type FunctionGrant,
  recreationReasons,
} from '@basalt/schema-changes/function.ts'
import { functionProblems, isOutput } from '@basalt/schema-changes/function-draft.ts'
import { quoteLiteral } from '@basalt/sql/quote.ts'
import type { ObjectKind } from '../object-kind.ts'

/** As the catalog has it. */
interface Row
  extends Omit<FunctionDraft, 'arguments' | 'returns' | 'settings' | 'body_form'>,
    Pick<DatabaseFunction, 'id' | 'is_owned' | 'extension' | 'identity' | 'triggers'> {
  owner: string
  arguments: { mode: keyof typeof modes; name: string; type: string; default: string | null }[]
  /** The type; null for a procedure. */
  returns: string | null
  returns_set: boolean
  standard_body: string | null
  /** `name=value`. */
  settings: string[]
  is_owner: boolean
  is_special: boolean
  grants: FunctionGrant[]
  first_grants: FunctionGrant[]
}

/** As in `proargmodes`. */
const modes = { i: 'in', o: 'out', b: 'inout', v: 'variadic', t: 'column' } as const

/** A function as it is described, with what the changes of it need besides. */
export interface FoundFunction extends DatabaseFunction {
  readonly existing: Omit<ExistingFunction, 'draft' | 'identity'>
  readonly isSpecial: boolean
}

const SPECIAL =
  'It has a transform or a support function of the planner, which a form would remove. Change it by SQL.'

export const functionKind: ObjectKind<FunctionDraft, FoundFunction, FunctionListQuery> = {
  title: 'Function',
  catalog: 'pg_proc',
  lists: { page: listedFunctions, count: listedFunctionCount },
  one: oneFunction,
  read(json) {
    const { id, owner, is_owned, extension, identity, triggers, ...row } = JSON.parse(json) as Row
    return {
      id,
      owner,
      is_owned,
      extension,
      draft: draftOf(row),
      identity,
      triggers: triggers.slice(0, TRIGGERS_NAMED),
      has_more_triggers: triggers.length > TRIGGERS_NAMED,
      existing: {
        otherOwner: row.is_owner ? null : owner,
        grants: row.grants,
        firstGrants: row.first_grants,
      },
      isSpecial: row.is_special,
    }
  },
  refusals({ draft, isSpecial }) {
    const problem = functionProblems(draft).find(({ path }) => path === 'kind' || path === 'language')
    const reason = problem?.message ?? (isSpecial ? SPECIAL : null)
    return { edit: reason, duplicate: reason }
  },
  problems: functionProblems,
  create: createFunction,
  edit: (found, draft, isCascade) => alterFunction(existingOf(found), draft, isCascade),
  recreates: ({ draft: current }, draft) => recreationReasons(current, draft).length > 0,
  drop: (found, { cascade }) => [dropFunction(existingOf(found), cascade)],
  // The types of its arguments are text of the caller, so the row that this transaction wrote tells more exactly.
  oidOf: ({ schema, name }) => `(
    select p.oid from pg_catalog.pg_proc p join pg_catalog.pg_namespace n on n.oid = p.pronamespace
    where n.nspname = ${quoteLiteral(schema)} and p.proname = ${quoteLiteral(name)}
      and p.xmin = pg_catalog.pg_current_xact_id()::pg_catalog.xid
    order by p.oid desc limit 1)`,
}

const existingOf = ({ draft, identity, existing }: FoundFunction): ExistingFunction => ({
  draft,
  identity,
  ...existing,
})

function draftOf(
  row: Omit<Row, 'id' | 'owner' | 'is_owned' | 'extension' | 'identity' | 'triggers'>,
): FunctionDraft {
  const { arguments: all, returns, returns_set, standard_body, settings } = row
  const given = all.flatMap(({ mode, ...argument }) => {
    const named = modes[mode]
    return named === 'column' ? [] : [{ mode: named, ...argument }]
  })
  const columns = all.flatMap(({ mode, name, type }) => (mode === 't' ? [{ name, type }] : []))
  return {
    schema: row.schema,
    name: row.name,
    comment: row.comment,
    kind: row.kind,
    arguments: given,
    returns:
      columns.length > 0
        ? { as: 'table', columns }
        : returns === null || (given.some(isOutput) && !returns_set)
          ? null
          : { as: 'type', type: returns, is_set: returns_set },
    language: row.language,
    body_form: standard_body === null ? 'string' : 'standard',
    body: standard_body ?? row.body,
    volatility: row.volatility,
    security: row.security,
    strict: row.strict,
    leakproof: row.leakproof,
    parallel: row.parallel,
    cost: row.cost,
    rows: row.rows,
    settings: settings.map((setting) => {
      const equals = setting.indexOf('=')
      return { name: setting.slice(0, equals), value: setting.slice(equals + 1) }
    }),
  }
}
