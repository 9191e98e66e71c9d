import { randomBelow } from '@basalt/testing/seeded-random.ts'
import { expect, test } from 'vitest'
import { type ForkedSide, forkDatabase } from './forked-database.fixture.ts'
import { OrphanFound } from './rows/foreign-keys.ts'
import { readMergeableTables } from './rows/mergeable-table.ts'
import { type RowChange, readRowChanges } from './rows/row-changes.ts'
import { type DecidedRow, decisionsFor, type RowDecision, rowWork } from './rows/row-decisions.ts'
import { pairTables } from './rows/table-pairs.ts'
import { type TableWork, writeRows } from './rows/write-rows.ts'
import { mergeSchemas } from './schema/schema-merge.ts'

const rounds = Number(process.env.BASALT_MERGE_ROUNDS ?? 4)
const seed = Number(process.env.BASALT_MERGE_SEED ?? 1)

const SHOP = `
  create table groups (id serial primary key, name text);
  create table goods (id serial primary key, name text, price int, "group" int references groups);
  insert into groups (name) select 'group ' || n from generate_series(1, 5) n;
  insert into goods (name, price, "group") select 'good ' || n, n, n % 5 + 1 from generate_series(1, 12) n`

type Row = Record<string, string | null>
type TableName = 'groups' | 'goods'
type Fork = Awaited<ReturnType<typeof forkDatabase>>

/** What a side has, and which of its rows were written since the moment of branching. */
interface Model {
  rows: Record<TableName, Map<string, Row>>
  written: Record<TableName, Set<string>>
  columns: string[]
}

const newModel = (): Model => ({
  rows: {
    groups: new Map(
      Array.from({ length: 5 }, (_, n) => [String(n + 1), { id: String(n + 1), name: `group ${n + 1}` }]),
    ),
    goods: new Map(
      Array.from({ length: 12 }, (_, n) => [
        String(n + 1),
        { id: String(n + 1), name: `good ${n + 1}`, price: String(n + 1), group: String(((n + 1) % 5) + 1) },
      ]),
    ),
  },
  written: { groups: new Set(), goods: new Set() },
  columns: ['id', 'name', 'price', 'group'],
})

/** Random choices that a seed repeats. */
function randomFrom(seed: number) {
  const below = randomBelow(seed)
  return { below, pick: <T>(list: readonly T[]): T => list[below(list.length)]! }
}
type Random = ReturnType<typeof randomFrom>

const quoted = (value: string | null | undefined) =>
  value === null || value === undefined ? 'null' : `'${value}'`

/** Changes rows at random, on the side and in the model of it. */
async function changeRows(side: ForkedSide, model: Model, random: Random, who: string) {
  for (let step = random.below(14); step > 0; step -= 1) {
    const table = random.pick(['goods', 'goods', 'groups'] as const)
    const rows = model.rows[table]
    const write = (id: string, row: Row | undefined) => {
      if (row) rows.set(id, row)
      else rows.delete(id)
      model.written[table].add(id)
    }
    const id = random.pick([...rows.keys()])
    const groups = [...model.rows.groups.keys()]
    switch (random.below(6)) {
      case 0: {
        const group = random.pick(groups)
        const name = `${who} ${step}`
        const [[made] = []] =
          table === 'goods'
            ? await side.sql(`insert into goods (name, "group") values ('${name}', ${group}) returning id`)
            : await side.sql(`insert into groups (name) values ('${name}') returning id`)
        const defaults = Object.fromEntries(
          model.columns.map((column) => [column, column.startsWith('added') ? '7' : null]),
        )
        write(made!, table === 'goods' ? { ...defaults, id: made!, name, group } : { id: made!, name })
        break
      }
      case 1: {
        const name = random.pick([`${who} changed`, 'both changed', rows.get(id)!.name!])
        await side.sql(`update ${table} set name = ${quoted(name)} where id = ${id}`)
        write(id, { ...rows.get(id)!, name })
        break
      }
      case 2: {
        if (table === 'groups') {
          if (rows.size < 3 || [...model.rows.goods.values()].some(({ group }) => group === id)) break
        } else if (rows.size < 3) break
        await side.sql(`delete from ${table} where id = ${id}`)
        write(id, undefined)
        break
      }
      case 3: {
        if (table === 'groups') break
        const group = random.pick([...groups, null])
        await side.sql(`update goods set "group" = ${group} where id = ${id}`)
        write(id, { ...rows.get(id)!, group })
        break
      }
      case 4: {
        // A row gets another key, such as one that was deleted before.
        if (table === 'groups') break
        const other = String(100 + random.below(6))
        if (rows.has(other)) break
        const row = rows.get(id)!
        await side.sql(`update goods set id = ${other} where id = ${id}`)
        write(id, undefined)
        write(other, { ...row, id: other })
        break
      }
      default:
        await side.sql(
          `begin; update ${table} set name = 'undone'; savepoint one; delete from goods; rollback`,
        )
    }
    if (random.below(8) === 0)
      await side.sql(random.pick(['vacuum freeze goods', 'vacuum full groups', 'analyze']))
  }
}

/** Changes the table of goods at random. */
async function changeSchema(side: ForkedSide, model: Model, random: Random, who: 'branch' | 'target') {
  if (random.below(2) === 0) {
    const column = `added_by_${who}`
    await side.sql(`alter table goods add ${column} int default 7`)
    model.columns.push(column)
    for (const row of model.rows.goods.values()) row[column] = '7'
  }
  if (who === 'branch' && random.below(2) === 0) {
    await side.sql('alter table goods drop price')
    model.columns.splice(model.columns.indexOf('price'), 1)
    for (const row of model.rows.goods.values()) delete row.price
  }
  await side.sql(
    random.pick([
      `create table made_by_${who} (id int primary key)`,
      `create index goods_by_${who} on goods (name)`,
      `create view seen_by_${who} as select id, name from goods`,
      `alter table groups add check (length(name) > 0)`,
      `comment on table goods is 'of the ${who}'`,
    ]),
  )
}

/** A row with the changes of both sides; the target's own when that is the same, and undefined when both changed a column. */
function combined(was: Row, ours: Row, theirs: Row): Row | undefined {
  const result = { ...theirs, ...ours }
  for (const column of Object.keys(ours)) {
    if (!(column in theirs) || ours[column] === theirs[column]) continue
    if (ours[column] !== was[column] && theirs[column] !== was[column]) return undefined
    if (ours[column] === was[column]) result[column] = theirs[column]!
  }
  const isTheirs = Object.keys(result).every((column) => result[column] === theirs[column])
  return isTheirs ? theirs : result
}

/** The rows of the target after a merge, or undefined when one of them would reference nothing. */
function merged(
  base: Model,
  branch: Model,
  target: Model,
  decide: (table: TableName, id: string) => RowDecision | undefined,
) {
  const columns = [
    ...new Set([
      ...target.columns.filter((c) => c !== 'price' || branch.columns.includes(c)),
      ...branch.columns,
    ]),
  ]
  const result = { groups: new Map<string, Row>(), goods: new Map<string, Row>() }
  const renumbered = { groups: [] as Row[], goods: [] as Row[] }
  for (const table of ['groups', 'goods'] as const) {
    const [inBase, ours, theirs] = [base.rows[table], branch.rows[table], target.rows[table]]
    for (const id of new Set([...ours.keys(), ...theirs.keys()])) {
      const [row, other] = [ours.get(id), theirs.get(id)]
      const isSame =
        row &&
        other &&
        Object.keys(row).every((column) => !(column in other) || row[column] === other[column])
      const was = inBase.get(id)
      const together =
        row && other && was && branch.written[table].has(id) && target.written[table].has(id)
          ? combined(was, row, other)
          : undefined
      if (together && !isSame) {
        result[table].set(id, together)
        continue
      }
      const isOurs = row ? branch.written[table].has(id) && !isSame : inBase.has(id)
      if (!isOurs) {
        if (other) result[table].set(id, other)
        continue
      }
      const isConflict = row
        ? inBase.has(id)
          ? !other || target.written[table].has(id)
          : other !== undefined
        : other !== undefined && target.written[table].has(id)
      const decision = isConflict ? decide(table, id) : 'branch'
      if (decision === 'renumber') renumbered[table].push(row!)
      if (decision === 'branch') {
        if (row) result[table].set(id, { ...other, ...row })
      } else if (other) result[table].set(id, other)
    }
  }
  const complete = (row: Row, table: TableName) =>
    table === 'groups'
      ? row
      : Object.fromEntries(
          columns.map((column) => [column, row[column] ?? (column.startsWith('added') ? '7' : null)]),
        )
  return { result, renumbered, complete }
}

/** What the branch did to the rows of both tables, as far as they can be merged. */
async function differences(
  { branch, target, fork }: Fork,
  base: Awaited<ReturnType<Fork['base']>>,
): Promise<Map<TableName, RowChange[]>> {
  const pairs = pairTables({
    branch: await branch.transaction(readMergeableTables),
    target: await target.transaction(readMergeableTables),
    base,
  }).filter(({ problem, branch: { name } }) => !problem && ['goods', 'groups'].includes(name))
  return branch.transaction((branchRun) =>
    target.transaction(async (targetRun) => {
      const changes = new Map<TableName, RowChange[]>()
      for (const pair of pairs)
        changes.set(
          pair.branch.name as TableName,
          await readRowChanges({ branch: branchRun, target: targetRun, pair, fork, max: 1000 }),
        )
      return changes
    }),
  )
}

test.each(Array.from({ length: rounds }, (_, round) => seed * 1000 + round))(
  'a conflict that was decided at a random moment stays decided while both sides have the rows of that moment (seed %i)',
  async (own) => {
    const random = randomFrom(own)
    await using fork = await forkDatabase(SHOP)
    const [branch, target] = [newModel(), newModel()]
    const base = await fork.base()
    const rowsOf = (table: TableName, key: string) => {
      const [id] = JSON.parse(key) as [string]
      return JSON.stringify(
        [branch, target].map(({ rows }) => Object.entries(rows[table].get(id) ?? {}).sort()),
      )
    }
    const decided = { groups: new Map<string, DecidedRow>(), goods: new Map<string, DecidedRow>() }
    /** What both sides had when a row was decided about, by the model. */
    const seen = new Map<string, string>()
    for (let step = 0; step < 8; step += 1) {
      if (random.below(2) === 0) await changeRows(fork.branch, branch, random, 'branch')
      if (random.below(2) === 0) await changeRows(fork.target, target, random, 'target')
      const changes = await differences(fork, base)
      for (const [table, list] of changes) {
        const expected = list.filter(
          ({ key, conflict }) => conflict && seen.get(`${table} ${key}`) !== rowsOf(table, key),
        )
        expect(rowWork(list, decided[table]).undecided, `of ${table}`).toEqual(expected.map(({ key }) => key))
        for (const { key, conflict, state } of list)
          if (conflict && random.below(2) === 0) {
            decided[table].set(key, { decision: random.pick(decisionsFor(conflict, true)), state: state! })
            seen.set(`${table} ${key}`, rowsOf(table, key))
          }
      }
    }
  },
)

test.each(Array.from({ length: rounds }, (_, round) => seed * 1000 + round))(
  'merging random changes of both sides gives what the model says, and leaves nothing to merge (seed %i)',
  async (own) => {
    const random = randomFrom(own)
    await using fork = await forkDatabase(SHOP)
    const [branch, target] = [newModel(), newModel()]
    const hasSchema = random.below(2) === 0
    await changeRows(fork.branch, branch, random, 'branch')
    if (hasSchema) {
      await changeSchema(fork.branch, branch, random, 'branch')
      await changeSchema(fork.target, target, random, 'target')
    }
    await changeRows(fork.target, target, random, 'target')
    await changeRows(fork.branch, branch, random, 'branch')

    const planSchema = async () =>
      hasSchema
        ? mergeSchemas({
            base: fork.baseSchema,
            branch: await fork.branch.schema(),
            target: await fork.target.schema(),
            leftOut: {
              schemas: ['basalt'],
              triggerFunctionsOf: 'basalt',
              ourRoles: 'basalt_*',
              owner: 'basalt_admin',
            },
            decisions: new Map(),
            renames: [],
          })
        : { statements: [], conflicts: [] }
    const base = await fork.base()
    const diff = () => differences(fork, base)
    const changes = await diff()
    const decisions = new Map<string, RowDecision>()
    for (const [table, list] of changes)
      for (const { key, conflict } of list)
        if (conflict) decisions.set(`${table} ${key}`, random.pick(decisionsFor(conflict, true)))
    const decisionOf = (table: TableName, key: string) => decisions.get(`${table} ${key}`)

    const { statements, conflicts } = await planSchema()
    const expected = merged(newModel(), branch, target, (table, id) =>
      decisionOf(table, JSON.stringify([id])),
    )
    const rowsNow = async (table: TableName) => {
      const [[json] = []] = await fork.target.sql(
        `select coalesce(json_agg(t order by id), '[]') from ${table} t`,
      )
      return (JSON.parse(json!) as Record<string, string | number | null>[]).map((row) =>
        Object.fromEntries(
          Object.entries(row).map(([column, value]) => [column, value === null ? null : String(value)]),
        ),
      )
    }
    const before = [await rowsNow('groups'), await rowsNow('goods')]
    const merging = fork.target.transaction(async (targetRun) => {
      for (const { sql } of statements) await targetRun({ text: sql, values: [] })
      const now = pairTables({
        branch: await fork.branch.transaction(readMergeableTables),
        target: await readMergeableTables(targetRun),
        base,
      })
      const tables: TableWork[] = [...changes].map(([table, list]) => {
        const pair = now.find(({ branch: { name } }) => name === table)!
        const decided = new Map(
          list.flatMap(({ key, conflict, state }) =>
            conflict ? [[key, { decision: decisionOf(table, key)!, state: state! }] as const] : [],
          ),
        )
        return { ...pair, ...rowWork(list, decided), target: pair.target! }
      })
      return writeRows({
        target: targetRun,
        branch: (statement) => fork.branch.transaction((run) => run(statement)),
        tables,
      })
    })

    const outcome = await merging.then(
      () => 'merged' as const,
      (error: unknown) => error,
    )
    const inGroups = new Set(expected.result.groups.keys())
    const movedGroups = new Map(expected.renumbered.groups.map(({ id }) => [id!, 'moved']))
    // A row of the branch that is kept follows a group that gets a new number.
    const follows = (row: Row) => branch.written.goods.has(row.id!) && movedGroups.has(row.group!)
    const kept = [...expected.result.goods.values()]
    const isOrphan = (row: Row, isOurs: boolean) =>
      row.group !== null && row.group !== undefined && !inGroups.has(row.group) && !(isOurs && follows(row))
    const hasOrphans =
      kept.some((row) => isOrphan(row, row !== target.rows.goods.get(row.id!))) ||
      expected.renumbered.goods.some((row) => isOrphan(row, true))
    if (hasOrphans) {
      expect(outcome).toBeInstanceOf(OrphanFound)
      expect([await rowsNow('groups'), await rowsNow('goods')]).toEqual(before)
      return
    }
    expect(outcome).toBe('merged')
    const [groups, goods] = [await rowsNow('groups'), await rowsNow('goods')]
    // Rows that got a new number are those beyond what the model names.
    const numberOf = new Map(
      expected.renumbered.groups.map(({ id, name }) => [
        id!,
        groups.find((row) => row.name === name && !expected.result.groups.has(row.id!))?.id,
      ]),
    )
    const byId = (one: Row, other: Row) => Number(one.id) - Number(other.id)
    expect(groups.filter(({ id }) => expected.result.groups.has(id!))).toEqual(
      [...expected.result.groups.values()].sort(byId),
    )
    expect(groups).toHaveLength(expected.result.groups.size + expected.renumbered.groups.length)
    expect(goods.filter(({ id }) => expected.result.goods.has(id!))).toEqual(
      kept
        .map((row) => {
          const isOurs = row !== target.rows.goods.get(row.id!)
          const whole = expected.complete(row, 'goods')
          return isOurs && movedGroups.has(row.group!)
            ? { ...whole, group: numberOf.get(row.group!)! }
            : whole
        })
        .sort(byId),
    )
    expect(goods).toHaveLength(expected.result.goods.size + expected.renumbered.goods.length)

    const left = await diff()
    for (const [table, list] of left)
      expect(
        // A row that follows a group with a new number has another value on the branch.
        list.filter(
          ({ key, conflict, branch: row }) =>
            !conflict || (decisionOf(table, key) === undefined && !movedGroups.has(row?.group ?? '')),
        ),
        `of ${table}`,
      ).toEqual([])
    const fresh = await planSchema()
    expect(fresh.statements).toEqual([])
    expect(fresh.conflicts).toEqual(conflicts)
  },
)
