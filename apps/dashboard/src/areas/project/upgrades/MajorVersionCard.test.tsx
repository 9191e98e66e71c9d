import type { UpgradeNeeds } from '@basalt/contract/upgrades/upgrades.schema.ts'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { renderPage } from '../../../test/render-page.tsx'
import { MajorVersionCard } from './MajorVersionCard.tsx'

const needs: UpgradeNeeds = {
  current_version: '18.4',
  next_start_version: '18.5',
  database_bytes: 1_000_000_000,
  move_seconds: { from: 30, to: 130 },
  steps: ['Back the project up.', 'Rehearse it on a branch.'],
  findings: [{ topic: 'extension', name: 'postgis 3.5', action: 'Check that the new version offers it.' }],
}

async function check(answer: () => Response) {
  const fetched = vi.fn(async () => answer())
  vi.stubGlobal('fetch', fetched)
  await renderPage(<MajorVersionCard projectRef="ref" />)
  // Looking wakes the database, so nothing is looked up before somebody asks.
  expect(fetched).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'Check this project' }))
}

test('what a major version needs is displayed once somebody asks: time, findings and steps', async () => {
  await check(() => Response.json(needs))
  expect(await screen.findByText('30s to 2m')).toBeTruthy()
  expect(screen.getByText('postgis 3.5')).toBeTruthy()
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'postgis 3.5Check that the new version offers it.',
    'Back the project up.',
    'Rehearse it on a branch.',
  ])
})

test('a project that cannot be checked says why', async () => {
  await check(() =>
    Response.json(
      { code: 'instance_unavailable', message: 'The project is paused.', requestId: 'r1' },
      { status: 503 },
    ),
  )
  expect(await screen.findByText('The project is paused.')).toBeTruthy()
})
