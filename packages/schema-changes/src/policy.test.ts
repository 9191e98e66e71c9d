import { beforeEach, expect, test } from 'vitest'
import { oddNames, testDatabase } from './database.fixture.ts'
import {
  alterPolicy,
  createPolicy,
  dropPolicy,
  expressionCheck,
  type PolicyDraft,
  policyProblems,
} from './policy.ts'

const database = testDatabase()
beforeEach(() =>
  database.sql(`drop schema if exists shop cascade; create schema shop;
    create table shop.notes (id int, owner text)`),
)

const draft = (more: Partial<PolicyDraft> = {}): PolicyDraft => ({
  schema: 'shop',
  table: 'notes',
  name: 'own',
  comment: null,
  command: 'ALL',
  is_permissive: true,
  roles: ['public'],
  using: 'id = 1',
  with_check: null,
  ...more,
})
const policies = () =>
  database.sql(`select polname, polcmd, polpermissive, pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid),
      obj_description(oid, 'pg_policy')
    from pg_policy where polrelid in (select oid from pg_class where relnamespace = 'shop'::regnamespace) order by polname`)

test.each(oddNames)(
  'a policy named %j on a table of that name is created, changed and dropped',
  async (name) => {
    const quoted = `"${name.replaceAll('"', '""')}"`
    await database.sql(`create table shop.${quoted} (${quoted} int); create role ${quoted}`)
    const policy = draft({ name, table: name, comment: name, roles: [name], using: `${quoted} = 1 -- one` })
    expect(policyProblems(policy)).toEqual([])
    await database.run(createPolicy(policy))
    expect(await policies()).toMatchObject([[name, '*', 't', expect.stringContaining('= 1'), null, name]])
    const changed = draft({
      ...policy,
      name: 'changed',
      comment: null,
      roles: ['public'],
      with_check: 'true',
    })
    await database.run(alterPolicy(policy, changed))
    expect(await policies()).toMatchObject([['changed', '*', 't', expect.anything(), 'true', null]])
    await database.run([dropPolicy(changed)])
    expect(await policies()).toEqual([])
    await database.sql(`drop role ${quoted}`)
  },
)

test.each<[title: string, change: Partial<PolicyDraft>, expected: unknown[]]>([
  ['another command', { command: 'SELECT' }, ['own', 'r', 't', '(id = 1)', null, null]],
  ['a restrictive one', { is_permissive: false }, ['own', '*', 'f', '(id = 1)', null, null]],
  ['no USING', { using: null, with_check: 'id = 2' }, ['own', '*', 't', null, '(id = 2)', null]],
  ['both expressions', { using: 'true', with_check: 'false' }, ['own', '*', 't', 'true', 'false', null]],
])('a policy becomes %s', async (_title, change, expected) => {
  await database.run(createPolicy(draft()))
  await database.run(alterPolicy(draft(), draft(change)))
  expect(await policies()).toEqual([expected])
})

test('a policy without changes needs no statement', () => {
  expect(alterPolicy(draft(), draft())).toEqual([])
})

test.each<[title: string, change: Partial<PolicyDraft>, path: string]>([
  ['no name', { name: ' ' }, 'name'],
  ['a name of 64 bytes', { name: 'ü'.repeat(32) }, 'name'],
  ['no table', { table: '' }, 'table'],
  ['no roles', { roles: [] }, 'roles'],
  ['everyone and another role', { roles: ['public', 'postgres'] }, 'roles'],
  ['no expression', { using: null }, 'using'],
  ['an insert with USING', { command: 'INSERT', with_check: 'true' }, 'using'],
  ['an insert without WITH CHECK', { command: 'INSERT', using: null }, 'with_check'],
  ['a read with WITH CHECK', { command: 'SELECT', with_check: 'true' }, 'with_check'],
  ['a second statement', { using: 'true); drop table shop.notes; --' }, 'using'],
  ['an open quote', { using: "owner = 'a" }, 'using'],
])('%s is told at its field', (_title, change, path) => {
  expect(policyProblems(draft(change)).map((problem) => problem.path)).toContain(path)
})

test('a policy stays on its table', () => {
  expect(policyProblems(draft({ table: 'others' }), draft())).toMatchObject([{ path: 'table' }])
})

test('an expression is checked without being run', async () => {
  const { sql, after } = expressionCheck(draft(), '1 / 0 = id')
  await database.sql(sql)
  await database.sql(after)
  const wrong = expressionCheck(draft(), 'true and nobody = 1')
  const error = await database.sql(wrong.sql).catch((thrown: { position: string }) => thrown)
  expect(Number((error as { position: string }).position) - 1 - wrong.start).toBe(9)
})
