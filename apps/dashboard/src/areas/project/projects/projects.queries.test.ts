import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import { aProject } from './a-project.fixture.ts'
import { cacheProject, projectQueries } from './projects.queries.ts'

const shop = aProject({ name: 'Shop', status: 'COMING_UP' })
const everything = projectQueries.pages('acme', { sort: 'name_asc', search: '' }).queryKey
const paused = projectQueries.pages('acme', { sort: 'name_asc', search: '', statuses: ['INACTIVE'] }).queryKey
const foreign = projectQueries.pages('other', { sort: 'name_asc', search: '' }).queryKey
const { queryKey: mine } = projectQueries.mine()
const pageOf = (...projects: (typeof shop)[]) => ({
  pages: [{ projects, pagination: { count: projects.length, limit: 96, offset: 0 } }],
  pageParams: [0],
})

let client: QueryClient
beforeEach(() => {
  client = new QueryClient()
  client.setQueryData(everything, pageOf(shop))
  client.setQueryData(paused, pageOf())
  client.setQueryData(foreign, pageOf())
  client.setQueryData(mine, [shop])
})
const isStale = (queryKey: readonly unknown[]) => client.getQueryState(queryKey)?.isInvalidated

test('a new status updates the project and every list with it, without a refetch', () => {
  cacheProject(client, { ...shop, status: 'ACTIVE_HEALTHY' })
  expect(client.getQueryData(projectQueries.detail(shop.ref).queryKey)?.status).toBe('ACTIVE_HEALTHY')
  expect(client.getQueryData(everything)?.pages[0]?.projects[0]?.status).toBe('ACTIVE_HEALTHY')
  expect(client.getQueryData(mine)?.[0]?.status).toBe('ACTIVE_HEALTHY')
  expect([isStale(everything), isStale(mine)]).toEqual([false, false])
})

test('lists where a project may appear, leave or move are refetched, those of other organizations are not', () => {
  cacheProject(client, { ...shop, name: 'Atelier', status: 'INACTIVE' })
  expect([everything, paused, mine, foreign].map(isStale)).toEqual([true, true, true, false])
})

test('a response older than an event changes nothing', () => {
  const client = new QueryClient()
  const paused = aProject({ status: 'INACTIVE', revision: 3 })
  cacheProject(client, paused)
  cacheProject(client, { ...paused, status: 'PAUSING', revision: 2 })
  expect(client.getQueryData(projectQueries.detail(paused.ref).queryKey)).toEqual(paused)
})

test('a list fetched before an event is refetched, and shows the event meanwhile', async () => {
  const answers: ((projects: (typeof shop)[]) => void)[] = []
  const list = { queryKey: mine, queryFn: () => new Promise<(typeof shop)[]>((done) => answers.push(done)) }
  const stop = new QueryObserver(client, { ...list, staleTime: 0 }).subscribe(() => undefined)
  expect(answers).toHaveLength(1)
  const healthy = { ...shop, status: 'ACTIVE_HEALTHY' as const, revision: shop.revision + 1 }
  cacheProject(client, healthy)
  expect(client.getQueryData(mine)?.[0]?.status).toBe('ACTIVE_HEALTHY')
  answers[0]?.([shop])
  await expect.poll(() => answers).toHaveLength(2)
  expect(client.getQueryData(mine)?.[0]?.status).toBe('ACTIVE_HEALTHY')
  answers[1]?.([healthy])
  stop()
})
