import { randomUUID } from 'node:crypto'
import { ACCOUNT_AUDIT_RETENTION_DAYS, auditRetentionDays } from '@basalt/contract/audit/audit.rules.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AppFixture, openApp } from '../../test/app-fixture.ts'
import { type AuditStore, auditStore } from './audit.store.ts'
import { type AuditPageRequest, auditPage } from './audit-page.ts'

const MANY = 100_000
const DAY_MS = 86_400_000
const since = new Date(0)

let fixture: AppFixture
let store: AuditStore
beforeAll(async () => {
  fixture = await openApp()
  store = auditStore(fixture.metadata)
})
afterAll(() => fixture[Symbol.asyncDispose]())

interface PlanNode extends Record<string, unknown> {
  Plans?: PlanNode[]
}
const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

test('a page of a hundred thousand entries is read by its index', async () => {
  const [organizationId, readerId] = [randomUUID(), randomUUID()]
  const [user, project] = [randomUUID(), 'projectprojectprojec']
  await sql`
    insert into audit_entries (at, user_id, caller, action, title, organization_id, project_ref, details, address, user_agent, status, request_id)
    select now() - make_interval(secs => n), case when n % 100 = 0 then ${user}::uuid else ${readerId}::uuid end, 'session',
      'runQuery', 'Run SQL', ${organizationId}::uuid, case when n % 100 = 1 then ${project} end, '{}', '', '', 200, ''
    from generate_series(1, ${MANY}) n`.execute(fixture.metadata)
  await sql`analyze audit_entries`.execute(fixture.metadata)
  const ofOrganization = { readerId, organizationId, since }
  const { next_cursor: cursor } = await store.page(ofOrganization, { limit: 1 })
  const cases: [object, Partial<AuditPageRequest>, string][] = [
    [ofOrganization, {}, 'audit_organization'],
    [ofOrganization, { cursor: cursor ?? undefined }, 'audit_organization'],
    [ofOrganization, { user }, 'audit_organization_user'],
    [ofOrganization, { project }, 'audit_organization_project'],
    [{ readerId, since }, {}, 'audit_user'],
  ]
  for (const [log, request, index] of cases) {
    const page = auditPage(log as typeof ofOrganization, { ...request, limit: 50 })
    const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>`
      explain (analyze, format json) ${page}`.execute(fixture.metadata)
    const nodes = nodesOf(rows[0]!['QUERY PLAN'][0].Plan)
    const scan = nodes.find((node) => node['Relation Name'] === 'audit_entries')
    expect(scan).toMatchObject({ 'Node Type': 'Index Scan', 'Index Name': index, 'Actual Rows': 50 })
    expect(scan?.['Rows Removed by Filter'] ?? 0).toBe(0)
    expect(nodes.map((node) => node['Node Type'])).not.toContain('Sort')
  }
})

test('entries are deleted when the retention of their plan is over', async () => {
  const now = new Date()
  const organization = async (plan: 'free' | 'enterprise') =>
    (
      await fixture.metadata
        .insertInto('organizations')
        .values({ slug: randomUUID(), name: plan, plan })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
  const [free, enterprise] = [await organization('free'), await organization('enterprise')]
  const userId = randomUUID()
  const add = (title: string, organization_id: string | null, days: number) =>
    fixture.metadata
      .insertInto('audit_entries')
      .values({
        at: new Date(now.getTime() - days * DAY_MS),
        user_id: userId,
        caller: 'session',
        title,
        email: null,
        token_name: null,
        action: 'test',
        organization_id,
        project_ref: null,
        project_name: null,
        details: '{}',
        address: '',
        user_agent: '',
        status: 200,
        code: null,
        request_id: '',
      })
      .execute()
  const account = ACCOUNT_AUDIT_RETENTION_DAYS
  await add('free, over', free, auditRetentionDays.free + 1)
  await add('free', free, auditRetentionDays.free - 1)
  await add('enterprise, over', enterprise, auditRetentionDays.enterprise + 1)
  await add('enterprise', enterprise, account + 1)
  await add('own, over', null, account + 1)
  await add('own', null, account - 1)
  await add('organization deleted, over', randomUUID(), account + 1)
  await add('organization deleted', randomUUID(), account - 1)
  await store.prune(now)
  const { entries } = await store.page({ readerId: userId, since }, { limit: 100 })
  expect(entries.map(({ action }) => action.title).sort()).toEqual([
    'enterprise',
    'free',
    'organization deleted',
    'own',
  ])
})
