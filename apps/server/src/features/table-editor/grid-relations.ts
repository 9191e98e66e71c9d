import {
  GRID_KNOWN_COLUMNS_MAX,
  GRID_READ_ATTEMPTS,
  GRID_READ_TIMEOUT_SECONDS,
} from '@basalt/contract/table-editor/grid.rules.ts'
import type { Jumps } from '@basalt/table-rows/jumps/jump.ts'
import { type RowIdentity, rowIdentity } from '@basalt/table-rows/shape/row-identity.ts'
import {
  DATABASE_MOMENT,
  mustProve,
  PLANNED_ONCE,
  PROVED_RELATION,
  type ProofKind,
  proofKindOf,
  readMoment,
  readShapeProof,
  shapeProof,
} from '@basalt/table-rows/shape/shape-proof.ts'
import {
  type PageShape,
  readTableShape,
  type TableShape,
  tableShape,
} from '@basalt/table-rows/shape/table-shape.ts'
import { EXACT_SETTINGS, type Statement, type TextRow } from '@basalt/table-rows/statement.ts'
import { AppError, notFound } from '../../http/app-error.ts'
import type { MemberCall } from '../../http/member-call.ts'
import type { MemberReads } from '../../platform/project-databases/sql/member-reads.ts'
import { ofDatabase } from '../../platform/project-databases/sql/sql-failed.ts'

/** Whose rights a call has, and the signal that ends it. */
export interface GridCall extends MemberCall {
  readonly oid: number
}

/** A table or view as its pages need it. */
export interface GridRelation<Shape extends PageShape = PageShape> {
  readonly shape: Shape
  readonly identity: RowIdentity
  /** What was read about how the values are spread, and when, by the order of the pages. */
  readonly jumps: Map<string, Jumps & { readonly at: number }>
}

interface Known extends GridRelation<TableShape> {
  readonly proof: {
    readonly kind: ProofKind
    readonly text: string | undefined
    /** Of the database, shortly before the proof was last seen to hold. */
    moment: string | undefined
    /** Had nothing been written between the last two reads? Then the moment will mostly do instead of the proof. */
    isQuiet: boolean
  }
}

/** A relation as it was when it was last read, with a statement that fails unless it is still like that. */
export interface LastKnown {
  /** Beyond a `PageShape`, it may have changed: what the caller may write, defaults, comments. */
  readonly shape: TableShape
  readonly identity: RowIdentity
  readonly settings: Readonly<Record<string, string>>
  readonly proof: Statement
}

/** Statements of one round trip, with rows as the relation is known to have them. */
export type ReadRows = (...statements: readonly ReadStatement[]) => Promise<TextRow[][]>

interface ReadStatement extends Statement {
  /** Will its text be sent again, and is its plan good for all times? It stays prepared. */
  readonly isFrequent?: boolean
}

/** Longer statements are not kept: the plan of a wide table takes a megabyte. */
const FREQUENT_TEXT_MAX = 8192

/** The relation is no longer as it was known. */
class RelationChanged extends Error {}

export type GridRelations = ReturnType<typeof gridRelations>

/**
 * Relations and their rows, read with a member's rights. What was found out about a relation is kept, because it takes
 * many times as long to read as a page. It is used only together with a proof: rows are read first, which locks the
 * relation against changes of its columns, then what the catalog has now, in one round trip. Where nothing is written
 * between two reads, the moment of the database is proof enough; where it was not, the proof is asked for behind. When the
 * relation has changed, rows and all are read again, so that no page is a mixture.
 */
export function gridRelations(reads: MemberReads) {
  const known = knownRelations()
  const trip = ({ ref, member, signal, oid }: GridCall, statements: Parameters<MemberReads>[3]) =>
    reads(
      ref,
      member,
      {
        signal,
        settings: {
          ...EXACT_SETTINGS,
          statement_timeout: `${GRID_READ_TIMEOUT_SECONDS}s`,
          [PROVED_RELATION]: String(oid),
        },
      },
      statements,
    )

  /** The proofs come first: what changes behind them makes a later proof differ. */
  const learn = async (call: GridCall): Promise<Known> => {
    const statements = [
      DATABASE_MOMENT,
      PLANNED_ONCE,
      shapeProof('plain'),
      shapeProof('full'),
      tableShape(call.oid),
    ]
    const [moment, , plain, full, found] = await trip(call, statements)
    const shape = readTableShape(found!)
    if (!shape) {
      known.forget(call)
      throw notFound('Table or view', String(call.oid))
    }
    const kind = proofKindOf(shape)
    const at = readMoment(moment!)
    const relation = {
      shape,
      identity: rowIdentity(shape),
      jumps: new Map(),
      proof: {
        kind,
        text: readShapeProof(kind === 'plain' ? plain! : full!),
        moment: at,
        isQuiet: at !== undefined,
      },
    }
    known.keep(call, relation)
    return relation
  }

  /** The moment comes first, so that what changes behind it makes a later one differ. */
  const proving = ({ kind }: Known['proof']) => [DATABASE_MOMENT, PLANNED_ONCE, shapeProof(kind)]

  const mustHold = (proof: Known['proof'], [moment, , found]: readonly TextRow[][]) => {
    if (readShapeProof(found!) !== proof.text) throw new RelationChanged()
    const now = readMoment(moment!)
    proof.isQuiet = now !== undefined && now === proof.moment
    proof.moment = now
  }

  const readRows =
    (call: GridCall, { proof }: Known): ReadRows =>
    async (...statements) => {
      const rows = statements.map(({ text, values, isFrequent }) => ({
        text,
        values,
        isOnce: isFrequent !== true || text.length > FREQUENT_TEXT_MAX,
      }))
      const behind = proof.isQuiet ? [DATABASE_MOMENT] : proving(proof)
      const results = await trip(call, [...rows, ...behind])
      const found = results.splice(rows.length)
      if (found.length > 1) mustHold(proof, found)
      else if (readMoment(found[0]!) !== proof.moment) mustHold(proof, await trip(call, proving(proof)))
      return results
    }

  return {
    /** The relation as it is now. Throws `not_found` when there is none that the member sees. */
    describe: (call: GridCall): Promise<GridRelation<TableShape>> => learn(call),

    /** Its name, as it was when it was last read. Throws `not_found`. */
    async nameOf(call: GridCall): Promise<Pick<PageShape, 'schema' | 'name'>> {
      return (known.find(call) ?? (await learn(call))).shape
    },

    forget: known.forget,

    /** For work that is wrong for any other structure, and proves in its transaction that it was right. */
    lastKnown(call: GridCall): LastKnown | undefined {
      const relation = known.find(call)
      if (relation?.proof.text === undefined) return undefined
      const { shape, identity, proof } = relation
      return {
        shape,
        identity,
        settings: { [PROVED_RELATION]: String(call.oid) },
        proof: mustProve(proof.kind, relation.proof.text),
      }
    },

    /**
     * Work that reads rows, and is repeated when the relation has changed since it was last read. Throws what the work
     * throws, PostgreSQL's errors as they came, and `not_found`.
     */
    async read<T>(call: GridCall, work: (read: ReadRows, relation: GridRelation) => Promise<T>): Promise<T> {
      let relation: Known = known.find(call) ?? (await learn(call))
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await work(readRows(call, relation), relation)
        } catch (error) {
          if (call.signal.aborted || isOfCircumstances(error)) throw error
          // What was wrong may be right of the relation as it is now.
          const now = await learn(call)
          if (!(error instanceof RelationChanged) && now.proof.text === relation.proof.text) throw error
          if (attempt === GRID_READ_ATTEMPTS)
            throw new AppError('conflict', 'The table is being altered all the time. Try again in a moment.')
          relation = now
        }
      }
    },
  }
}

/** Classes of SQLSTATE: connections, resources, locks, and what an operator or a time limit stopped. */
const CIRCUMSTANCES = ['08', '53', '55', '57', '58']

/** Would the error be the same, whatever the relation is? */
const isOfCircumstances = (error: unknown) =>
  error instanceof AppError
    ? error.code === 'forbidden' || error.code === 'instance_unavailable'
    : ofDatabase(error) && CIRCUMSTANCES.includes(error.code.slice(0, 2))

/** The relations that were read most recently, each as a login sees it. */
function knownRelations() {
  const relations = new Map<string, Known>()
  let columns = 0
  const keyOf = ({ ref, oid, member: { database = ref, rights, role = '' } }: GridCall) =>
    JSON.stringify([ref, database, rights, role, oid])
  const forget = (key: string) => {
    columns -= relations.get(key)?.shape.columns.length ?? 0
    relations.delete(key)
  }
  return {
    find(call: GridCall): Known | undefined {
      const key = keyOf(call)
      const relation = relations.get(key)
      if (!relation) return undefined
      // Set again, it becomes the most recently used.
      relations.delete(key)
      relations.set(key, relation)
      return relation
    },
    keep(call: GridCall, relation: Known) {
      const key = keyOf(call)
      forget(key)
      relations.set(key, relation)
      columns += relation.shape.columns.length
      for (const oldest of relations.keys()) {
        if (columns <= GRID_KNOWN_COLUMNS_MAX) break
        forget(oldest)
      }
    },
    forget: (call: GridCall) => forget(keyOf(call)),
  }
}
