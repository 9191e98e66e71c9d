import { createThrowawayDatabase } from '@basalt/testing/postgres/throwaway-database.ts'
import { randomBelow } from '@basalt/testing/seeded-random.ts'
import pg from 'pg'
import { afterAll, beforeAll } from 'vitest'
import { rowIdentity } from './shape/row-identity.ts'
import { readTableShape, tableShape } from './shape/table-shape.ts'
import type { Statement, TextRow } from './statement.ts'

const AS_TEXT: pg.CustomTypesConfig = { getTypeParser: () => (text: string | Buffer) => text }

/** A connection whose results are texts, as the package's readers take them. */
export interface TestSession {
  /** Runs what the package made. */
  run(statement: Statement): Promise<TextRow[]>
  /** Runs SQL by hand; several statements when there are no values. */
  sql(text: string, values?: readonly unknown[]): Promise<TextRow[]>
  end(): Promise<void>
}

export async function openSession(url: string): Promise<TestSession> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const query = async (text: string, values: readonly unknown[]) => {
    const result = await client.query<TextRow>({
      text,
      values: values.length === 0 ? undefined : [...values],
      rowMode: 'array',
      types: AS_TEXT,
    } as pg.QueryArrayConfig)
    return (Array.isArray(result) ? result.at(-1)!.rows : result.rows) as TextRow[]
  }
  return {
    run: ({ text, values }) => query(text, values),
    sql: (text, values = []) => query(text, values),
    end: () => client.end(),
  }
}

/** A database for the tests of one file, and a session in it. */
export function testDatabase() {
  let database: Awaited<ReturnType<typeof createThrowawayDatabase>>
  let session: TestSession
  beforeAll(async () => {
    database = await createThrowawayDatabase()
    session = await openSession(database.url)
  })
  afterAll(async () => {
    await session.end()
    await database.drop()
  })
  return {
    get url() {
      return database.url
    },
    run: (statement: Statement) => session.run(statement),
    sql: (text: string, values?: readonly unknown[]) => session.sql(text, values),
    another: () => openSession(database.url),
    /** The shape and identity of a relation, named as SQL names it. */
    async relation(name: string) {
      const [[oid] = []] = await session.sql('select $1::regclass::oid', [name])
      const shape = readTableShape(await session.run(tableShape(Number(oid))))!
      return { shape, identity: rowIdentity(shape) }
    },
  }
}

/** Random choices that a seed repeats. */
export function randomFrom(seed: number) {
  const below = randomBelow(seed)
  return { below, pick: <T>(list: readonly T[]): T => list[below(list.length)]! }
}

type Run = (statement: Statement) => Promise<TextRow[]>

interface PlanNode {
  'Node Type': string
  'Actual Loops'?: number
  'Shared Hit Blocks'?: number
  'Shared Read Blocks'?: number
  Plans?: PlanNode[]
}

/** What PostgreSQL did to answer a statement. */
export interface Cost {
  /** Buffers that were looked at. */
  readonly buffers: number
  /** The kinds of nodes that ran. */
  readonly nodes: readonly string[]
}

const nodesOf = (node: PlanNode): string[] =>
  node['Actual Loops'] === 0 ? [] : [node['Node Type'], ...(node.Plans ?? []).flatMap(nodesOf)]

async function explained(run: Run, { text, values }: Statement, options: string): Promise<PlanNode> {
  const [[plan] = []] = await run({ text: `explain (${options}, format json) ${text}`, values })
  return JSON.parse(plan!)[0].Plan
}

/** Runs a statement and measures it. */
export async function costOf(run: Run, statement: Statement): Promise<Cost> {
  const plan = await explained(run, statement, 'analyze, buffers, timing off')
  return {
    buffers: (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0),
    nodes: nodesOf(plan),
  }
}

/** The kinds of nodes of a statement's plan, without running it. */
export const planOf = async (run: Run, statement: Statement) =>
  nodesOf(await explained(run, statement, 'verbose off'))
