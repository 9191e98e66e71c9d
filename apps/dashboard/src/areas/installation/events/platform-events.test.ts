import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, onTestFinished, test } from 'vitest'
import { NO_FILTER } from '../../account/notifications/filter.rules.ts'
import { notificationQueries } from '../../account/notifications/notifications.queries.ts'
import { billingQueries } from '../../organization/billing/billing.queries.ts'
import { memberQueries } from '../../organization/members/members.queries.ts'
import { organizationQueries } from '../../organization/organizations/organizations.queries.ts'
import { permissionQueries } from '../../organization/permissions/permissions.queries.ts'
import { usageQueries } from '../../organization/usage/usage.queries.ts'
import { instanceKeys } from '../../project/instances/instance-keys.queries.ts'
import { aProject } from '../../project/projects/a-project.fixture.ts'
import { projectQueries } from '../../project/projects/projects.queries.ts'
import { tableKeys } from '../../table-editor/entities/table-keys.queries.ts'
import { applyEvent, refreshPushed } from './platform-events.ts'

const { queryKey: mine } = projectQueries.mine()

test('a project event updates its page and the lists, and what is known of its database is read again', () => {
  const client = new QueryClient()
  const before = aProject({ status: 'COMING_UP' })
  client.setQueryData(projectQueries.detail(before.ref).queryKey, before)
  client.setQueryData(mine, [before])
  const facts = instanceKeys.facts(before.ref)
  client.setQueryData(facts, {})
  const project = { ...before, status: 'ACTIVE_HEALTHY' as const }

  applyEvent(client, { type: 'project', project })

  expect(client.getQueryData(projectQueries.detail(before.ref).queryKey)).toEqual(project)
  expect(client.getQueryData(mine)).toEqual([project])
  expect(client.getQueryState(facts)?.isInvalidated).toBe(true)
})

test('a removed project is dropped and the lists are refetched', () => {
  const client = new QueryClient()
  const { ref, organization_slug } = aProject()
  client.setQueryData(projectQueries.detail(ref).queryKey, aProject({ ref }))
  client.setQueryData(mine, [aProject({ ref })])

  applyEvent(client, { type: 'project_removed', ref, organization_slug })

  expect(client.getQueryData(projectQueries.detail(ref).queryKey)).toBeUndefined()
  expect(client.getQueryState(mine)?.isInvalidated).toBe(true)
})

test('a members event refetches members, permissions and notifications', () => {
  const client = new QueryClient()
  const { queryKey: team } = memberQueries.list('acme')
  const { queryKey: permissions } = permissionQueries.mine()
  const { queryKey: foreign } = memberQueries.list('other')
  const { queryKey: unread } = notificationQueries.summary()
  for (const key of [team, permissions, foreign, unread]) client.setQueryData(key as typeof team, [])

  applyEvent(client, { type: 'members', organization_slug: 'acme' })

  const isInvalidated = (key: readonly unknown[]) => client.getQueryState(key)?.isInvalidated
  expect([team, permissions, foreign, unread].map(isInvalidated)).toEqual([true, true, false, true])
})

test('an organization event refetches its details, subscription and usage', () => {
  const client = new QueryClient()
  const keys = [
    organizationQueries.detail('acme').queryKey,
    billingQueries.subscription('acme').queryKey,
    usageQueries.of('acme'),
    usageQueries.of('other'),
  ]
  for (const key of keys) client.setQueryData(key as string[], {})
  applyEvent(client, { type: 'organization', organization_slug: 'acme' })
  expect(keys.map((key) => client.getQueryState(key)?.isInvalidated)).toEqual([true, true, true, false])
})

test('a summary event updates the unread counts, and the notification lists are refetched', async () => {
  const client = new QueryClient()
  const { queryKey: list } = notificationQueries.pages('inbox', NO_FILTER)
  client.setQueryData(list, { pages: [[]], pageParams: [0] })
  const summary = { unread_count: 1, has_warning: false, has_critical: true }

  await applyEvent(client, { type: 'notification_summary', summary })

  expect(client.getQueryData(notificationQueries.summary().queryKey)).toEqual(summary)
  expect(client.getQueryState(list)?.isInvalidated).toBe(true)
})

test('unknown events of a newer server are ignored', () => {
  const client = new QueryClient()
  client.setQueryData(mine, [aProject()])
  applyEvent(client, { type: 'comet' } as never)
  expect(client.getQueryState(mine)?.isInvalidated).toBe(false)
})

test('what a change of a table makes stale is refetched once the connection is back', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  const refetched: string[] = []
  for (const queryKey of tableKeys.changed('abc', null)) {
    client.setQueryData(queryKey, 0)
    const page = new QueryObserver(client, { queryKey, queryFn: async () => refetched.push(queryKey[0]) })
    onTestFinished(page.subscribe(() => undefined))
  }
  await refreshPushed(client)
  expect(refetched.toSorted()).toEqual(['entities', 'sql-catalogue', 'table-definitions', 'table-rows'])
})
