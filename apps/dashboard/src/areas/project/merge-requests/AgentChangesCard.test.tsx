import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '../../../test/render-page.tsx'
import { AgentChangesCard } from './AgentChangesCard.tsx'
import { mergeRequestQueries } from './merge-requests.queries.ts'

const ref = 'f'.repeat(20)

const aChange = (over: object) => ({
  id: 1,
  sql: 'create table a (n int)',
  made_by: 'ada@example.com',
  made_at: '2026-01-01T00:00:00.000Z',
  outcome: 'done',
  error: null,
  ...over,
})

const show = (changes: object[], next_cursor: string | null = null) =>
  renderPage(<AgentChangesCard branchRef={ref} />, (client) =>
    client.setQueryData(mergeRequestQueries.agentChanges(ref).queryKey, { changes, next_cursor } as never),
  )

test('what agents ran is shown in its order, with what failed and why', async () => {
  await show([
    aChange({ id: 2, sql: 'drop table missing', outcome: 'failed', error: 'table "missing" does not exist' }),
    aChange({}),
  ])
  const [first, second] = within(screen.getByRole('list', { name: 'Changes by agents' })).getAllByRole(
    'listitem',
  )
  expect(first!.textContent).toContain('create table a (n int)')
  expect(first!.textContent).toContain('For ada@example.com')
  expect(first!.textContent).not.toContain('Failed')
  expect(second!.textContent).toContain('Failed')
  expect(second!.textContent).toContain('table "missing" does not exist')
  expect(screen.getByText('SQL that changed the branch, in order.')).toBeTruthy()
})

test('of many changes, the last are shown, and the card says so', async () => {
  await show([aChange({})], 'more')
  expect(screen.getByText(/^The last 1 statements/)).toBeTruthy()
})

test('without changes of agents there is no card', async () => {
  await show([])
  expect(screen.queryByText('What agents ran')).toBeNull()
})
