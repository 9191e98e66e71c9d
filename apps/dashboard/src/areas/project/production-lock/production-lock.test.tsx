import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { Role } from '@basalt/contract/permissions/roles.rules.ts'
import { LOCKED_REFUSAL } from '@basalt/contract/production-lock/production-lock.rules.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { permissionsOf } from '../../organization/permissions/permissions.fixture.ts'
import { permissionQueries } from '../../organization/permissions/permissions.queries.ts'
import { aProject } from '../projects/a-project.fixture.ts'
import { projectQueries } from '../projects/projects.queries.ts'
import { useChangeRefusal, useProductionLock } from './production-lock.port.ts'

const NOW = '2026-03-01T12:00:00.000Z'
beforeEach(() => vi.useFakeTimers({ now: Date.parse(NOW) }))
afterEach(() => vi.useRealTimers())

function use(lock: { locked_at: string | null; unlocked_until: string | null }, as: Role = 'developer') {
  const project = aProject(lock)
  const place = { slug: project.organization_slug, ref: project.ref }
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  client.setQueryData(projectQueries.detail(project.ref).queryKey, project)
  client.setQueryData(permissionQueries.mine().queryKey, permissionsOf(as))
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  return renderHook(
    () => ({
      ...useProductionLock(project.ref),
      refusal: useChangeRefusal(needs.runAnySql, place),
    }),
    { wrapper },
  ).result
}

test('a project without a lock refuses nothing', () => {
  expect(use({ locked_at: null, unlocked_until: null }).current).toEqual({
    exists: false,
    isLocked: false,
    liftedUntil: undefined,
    refusal: undefined,
  })
})

test('a locked project refuses changes, and a role that only reads keeps its own reason', () => {
  const lock = { locked_at: NOW, unlocked_until: null }
  expect(use(lock).current).toMatchObject({ isLocked: true, refusal: LOCKED_REFUSAL })
  expect(use(lock, 'read_only').current.refusal).toContain('additional permissions')
})

test('a lifted lock holds again when its time is up, on a page that stays open', () => {
  const until = '2026-03-01T12:30:00.000Z'
  const shown = use({ locked_at: NOW, unlocked_until: until })
  expect(shown.current).toMatchObject({ isLocked: false, liftedUntil: until, refusal: undefined })
  act(() => void vi.advanceTimersByTime(30 * 60_000))
  expect(shown.current).toMatchObject({ isLocked: true, liftedUntil: undefined, refusal: LOCKED_REFUSAL })
})
