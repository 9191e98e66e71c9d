import { z } from 'zod'
import { ROLE_NAME_MAX } from '../query/query.rules.ts'
import { RequestClaims } from '../query/query.schema.ts'
import { OID_MAX } from '../table-editor/grid.schema.ts'
import { Text } from '../text.ts'
import {
  EXPECTED_CELLS_MAX,
  MATRIX_ACTOR_NAME_MAX,
  MATRIX_ACTORS_MAX,
  MATRIX_TABLES_MAX,
  matrixActions,
  matrixOutcomes,
  replacedParts,
} from './policy-matrix.rules.ts'

const ActorName = Text.min(1).max(MATRIX_ACTOR_NAME_MAX)
const Name = Text.min(1).max(1000)

/** A role, or a user with the claims of a token. */
export const MatrixActor = z
  .strictObject({
    name: ActorName,
    role: Text.min(1).max(ROLE_NAME_MAX),
    claims: RequestClaims.optional(),
  })
  .meta({ id: 'MatrixActor' })
export type MatrixActor = z.infer<typeof MatrixActor>

const Actors = z
  .array(MatrixActor)
  .min(1)
  .max(MATRIX_ACTORS_MAX)
  .refine(
    (actors) => new Set(actors.map(({ name }) => name)).size === actors.length,
    'Give each a name of its own',
  )

export const MatrixRequest = z.strictObject({
  actors: Actors,
  /** Their oids. */
  tables: z.array(z.number().int().min(1).max(OID_MAX)).min(1).max(MATRIX_TABLES_MAX),
})
export type MatrixRequest = z.infer<typeof MatrixRequest>

/**
 * Policies that kept rows away, found by trying the action again with some of the policies alone: permissive ones of a command,
 * none of which let all of these rows through, or restrictive ones, each of which refuses one of them by itself.
 */
export const MatrixRefusal = z
  .object({
    kind: z.enum(['permissive', 'restrictive']),
    /** Updating and deleting rows reads them, too. */
    command: z.enum(matrixActions),
    /** By name. No permissive ones if there is none for the role. */
    policies: z.array(z.string()),
  })
  .meta({ id: 'MatrixRefusal' })
export type MatrixRefusal = z.infer<typeof MatrixRefusal>

export const MatrixCell = z
  .object({
    /** The name of the actor. */
    actor: z.string(),
    schema: z.string(),
    table: z.string(),
    action: z.enum(matrixActions),
    outcome: z.enum(matrixOutcomes),
    rows: z.number().int().nonnegative(),
    /** Of how many that were tried. */
    of: z.number().int().nonnegative(),
    /** What PostgreSQL said, or why there is no outcome. */
    message: z.string().nullable(),
    /**
     * The policies that decide about the rows, by name; none means that no row passes. Null where row level security does not
     * apply.
     */
    policies: z.array(z.string()).nullable(),
    /** Null when no policy kept a row away, and when that could not be tried, as of a table that somebody else owns. */
    refused_by: z.array(MatrixRefusal).nullable(),
  })
  .meta({ id: 'MatrixCell' })
export type MatrixCell = z.infer<typeof MatrixCell>

export const PolicyMatrix = z
  .object({
    ran_at: z.iso.datetime(),
    /** The time to copy the database and start the copy. */
    copy_ms: z.number().nonnegative(),
    tables: z.array(
      z.object({
        /** Its oid. */
        id: z.number().int(),
        schema: z.string(),
        name: z.string(),
        is_rls_enabled: z.boolean(),
      }),
    ),
    cells: z.array(MatrixCell),
  })
  .meta({ id: 'PolicyMatrix' })
export type PolicyMatrix = z.infer<typeof PolicyMatrix>

const ExpectedCell = z.strictObject({
  actor: ActorName,
  schema: Name,
  table: Name,
  action: z.enum(matrixActions),
  outcome: z.enum(matrixOutcomes),
})

export const PolicyExpectations = z
  .strictObject({
    actors: Actors,
    cells: z
      .array(ExpectedCell)
      .max(EXPECTED_CELLS_MAX, `At most ${EXPECTED_CELLS_MAX} expectations of a project are kept`),
  })
  .meta({ id: 'PolicyExpectations' })
export type PolicyExpectations = z.infer<typeof PolicyExpectations>

export const SavePolicyExpectations = PolicyExpectations.extend({
  /** Send `tables` when not all tables of the schemas were tried, so that what is expected of the others stays. */
  replaces: z.enum(replacedParts).default('schemas'),
})
export type SavePolicyExpectations = z.output<typeof SavePolicyExpectations>

/** Null until a run was saved as what is expected. */
export const SavedPolicyExpectations = z
  .object({ expectations: PolicyExpectations.extend({ saved_at: z.iso.datetime() }).nullable() })
  .meta({ id: 'SavedPolicyExpectations' })
export type SavedPolicyExpectations = z.infer<typeof SavedPolicyExpectations>
