import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { renderPage } from '../../test/render-page.tsx'
import { PreviewsDialog } from './PreviewsDialog.tsx'
import { offeredPreviews, type Preview } from './previews.rules.ts'

beforeEach(() => localStorage.clear())

async function show(offered: readonly Preview[] = offeredPreviews('platform', () => true)) {
  await renderPage(<PreviewsDialog open onOpenChange={() => undefined} offered={offered} />)
  await screen.findByRole('dialog', { name: 'Dashboard feature previews' })
  return userEvent.setup()
}

test('a preview is enabled and disabled, and the list shows which are on', async () => {
  const user = await show()
  const list = within(screen.getByRole('list', { name: 'Feature previews' }))
  expect(list.getByRole('button', { name: /^Go-to keys, disabled/ })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Enable feature' }))
  expect(list.getByRole('button', { name: /^Go-to keys, enabled/ })).toBeTruthy()
  await user.click(list.getByRole('button', { name: /^Recent projects/ }))
  expect(screen.getByRole('region', { name: 'Recent projects in the command menu' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Disable feature' }))
  expect(JSON.parse(localStorage.getItem('preference.previews') ?? '')).toEqual({
    'go-to-keys': true,
    'recent-projects': false,
  })
})

test('without previews the dialog is empty', async () => {
  await show([])
  expect(screen.getByText('No feature previews available')).toBeTruthy()
})
