import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { renderPage } from '../../../test/render-page.tsx'
import { aProject } from '../projects/a-project.fixture.ts'
import { aDatabaseState } from './a-database-state.fixture.ts'
import { FailOverDialog } from './FailOverDialog.tsx'

afterEach(() => vi.unstubAllGlobals())

/** Answers what the page asks about the promotion, and records what it starts. */
function answer(facts: { refusal: string | null; last_commit_at: string | null }) {
  const started: string[] = []
  vi.stubGlobal('fetch', async (url: string | URL | Request, init?: RequestInit) => {
    const path = url instanceof Request ? url.url : String(url)
    const method = url instanceof Request ? url.method : (init?.method ?? 'GET')
    if (method === 'POST') started.push(String(init?.body))
    const body = path.endsWith('/lag')
      ? [{ at: new Date().toISOString(), bytes: 0, seconds: 0 }]
      : path.includes('/promotion')
        ? facts
        : { project_ref: 'shop' }
    return new Response(JSON.stringify(body), {
      status: method === 'POST' ? 201 : 200,
      headers: { 'content-type': 'application/json' },
    })
  })
  return started
}

const show = () =>
  renderPage(
    <FailOverDialog
      project={aProject({ ref: 'shop', name: 'Shop', status: 'ACTIVE_UNHEALTHY' })}
      replica={aDatabaseState({ identifier: 'shop-rr-abcde' })}
      open
      onOpenChange={() => undefined}
    />,
  )

test('a fail-over is asked for twice, the second time by typing the name', async () => {
  const started = answer({ refusal: null, last_commit_at: '2026-01-01T00:00:00.000Z' })
  const user = userEvent.setup()
  await show()
  expect(await screen.findByText(/It has everything up to a commit made/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  const second = await screen.findByRole('alertdialog', { name: /Give up what has not reached/ })
  expect(started).toEqual([])
  await user.type(within(second).getByRole('textbox', { name: 'Type Shop to confirm' }), 'Shop')
  await user.click(within(second).getByRole('button', { name: 'Make it the primary' }))
  await waitFor(() => expect(started).toEqual([JSON.stringify({ as: 'primary', confirm: 'shop' })]))
})

test('a primary that answers again ends it after the first question', async () => {
  const started = answer({ refusal: 'The primary answers.', last_commit_at: null })
  const user = userEvent.setup()
  await show()
  expect(await screen.findByText(/Up to date when it was last read/)).toBeTruthy()
  await user.click(await screen.findByRole('button', { name: 'Continue' }))
  expect((await screen.findByRole('alert')).textContent).toContain('The primary answers.')
  expect(started).toEqual([])
})
