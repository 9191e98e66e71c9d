import { act, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import * as z from 'zod'
import { usePreference } from './preference.ts'

const Width = z.number().int().min(100).max(500)

function WidthPicker({ name, storageKey = 'width' }: { name: string; storageKey?: string }) {
  const [width, setWidth] = usePreference(storageKey, Width, 200)
  return (
    <button type="button" onClick={() => setWidth(width + 50)}>
      {name} {width}
    </button>
  )
}

afterEach(() => vi.restoreAllMocks())

test('a preference starts at its fallback and is remembered', async () => {
  const first = render(<WidthPicker name="A" />)
  await userEvent.click(screen.getByRole('button', { name: 'A 200' }))
  first.unmount()
  render(<WidthPicker name="A" />)
  expect(screen.getByRole('button', { name: 'A 250' })).toBeTruthy()
})

test('every component on the page picks up a change', async () => {
  render(
    <>
      <WidthPicker name="A" />
      <WidthPicker name="B" />
    </>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'A 200' }))
  expect(screen.getByRole('button', { name: 'B 250' })).toBeTruthy()
})

test('a change in another tab is picked up', () => {
  render(<WidthPicker name="A" />)
  localStorage.setItem('preference.width', '300')
  act(() => void dispatchEvent(new StorageEvent('storage', { key: 'preference.width' })))
  expect(screen.getByRole('button', { name: 'A 300' })).toBeTruthy()
})

test.each(['not json', '"wide"', '5000'])('stored %s gives the fallback', (stored) => {
  localStorage.setItem('preference.width', stored)
  render(<WidthPicker name="A" />)
  expect(screen.getByRole('button', { name: 'A 200' })).toBeTruthy()
})

test('when the browser cannot store it, the choice still applies to this page', async () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  render(<WidthPicker name="A" storageKey="refused-width" />)
  await userEvent.click(screen.getByRole('button', { name: 'A 200' }))
  expect(screen.getByRole('button', { name: 'A 250' })).toBeTruthy()
})
