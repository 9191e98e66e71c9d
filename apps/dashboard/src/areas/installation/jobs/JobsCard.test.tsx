import type { JobOverview } from '@basalt/contract/jobs/jobs.schema.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { UiProvider } from '../../../ui/UiProvider.tsx'
import { JobsCard } from './JobsCard.tsx'
import { jobQueries } from './jobs.queries.ts'

const id = '0b6f7c1e-54a5-4a0e-8f7d-3b8f1c2d3e4f'
const NOW = new Date().toISOString()

const aJob = (over: Partial<JobOverview> = {}): JobOverview => ({
  name: 'storage-sweep',
  title: 'Sweep files',
  schedule: '0 */1 * * *',
  next_run_at: NOW,
  queued: 0,
  running: [],
  last_run: { state: 'completed', ref: null, started_at: NOW, finished_at: NOW },
  failures: [],
  ...over,
})

function show(jobs: JobOverview[]) {
  const client = new QueryClient({
    defaultOptions: { queries: { enabled: false, staleTime: Number.POSITIVE_INFINITY } },
  })
  client.setQueryData(jobQueries.list().queryKey, jobs)
  render(
    <QueryClientProvider client={client}>
      <UiProvider>
        <JobsCard />
      </UiProvider>
    </QueryClientProvider>,
  )
  return userEvent.setup()
}

test('a job shows its schedule, its last run and its next one', () => {
  show([aJob(), aJob({ name: 'rare', title: 'Rare', schedule: null, next_run_at: null, last_run: null })])
  const [scheduled, rare] = screen.getAllByRole('listitem')
  expect(scheduled!.textContent).toContain('Succeeded')
  expect(scheduled!.textContent).toContain('Every hourLast run just nowNext run just now')
  expect(rare!.textContent).toContain('Never ran')
  expect(rare!.textContent).toContain('Runs when needed')
  expect(rare!.textContent).not.toContain('Last run')
  expect(within(rare!).queryByRole('button')).toBeNull()
})

test('a current run shows its progress and can be cancelled, and the job cannot be run twice', () => {
  const run = { id, ref: 'shop', attempt: 2, started_at: NOW, progress: { done: 3, total: 8 } }
  show([aJob({ running: [run], queued: 4 })])
  expect(screen.getByRole('progressbar', { name: 'Project shop, attempt 2' }).ariaValueText).toBe('3 of 8')
  expect(screen.getByText('4 queued')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Cancel: Sweep files' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Run now: Sweep files' })).toHaveProperty('ariaDisabled', 'true')
})

test('failures show the error and whether they are retried', async () => {
  const failure = { id, ref: 'shop', error: 'disk full', attempts: 1, failed_at: NOW, retry_at: NOW }
  const user = show([
    aJob({ failures: [failure, { ...failure, id: crypto.randomUUID(), attempts: 4, retry_at: null }] }),
  ])
  expect(screen.getByText('Retrying')).toBeTruthy()
  await user.click(screen.getByText('2 failures'))
  const [first, second] = within(screen.getByRole('list', { name: 'Failures: Sweep files' })).getAllByRole(
    'listitem',
  )
  expect(first!.textContent).toContain('Project shop: disk full')
  expect(first!.textContent).toContain('Next attempt')
  expect(second!.textContent).toContain('4 attemptsNo attempts left')
})

test('without jobs the page has a message', () => {
  show([])
  expect(screen.getByText('No background jobs')).toBeTruthy()
})
