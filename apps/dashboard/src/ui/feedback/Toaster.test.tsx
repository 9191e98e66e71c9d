import { act, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { Toaster } from './Toaster.tsx'
import { closeToast, toast } from './toast.ts'

const toastIds: string[] = []
const show = (...[options]: Parameters<typeof toast>) => act(() => void toastIds.push(toast(options)))

afterEach(() => {
  for (const id of toastIds.splice(0)) act(() => closeToast(id))
  vi.useRealTimers()
})

test('a toast describes what happened and offers an action', async () => {
  const open = vi.fn()
  render(<Toaster />)
  show({
    title: 'Project restored',
    description: 'It answers queries.',
    action: { label: 'Open', onClick: open },
  })
  expect(
    await screen.findByRole('dialog', { name: 'Project restored', description: 'It answers queries.' }),
  ).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Open' }))
  expect(open).toHaveBeenCalledOnce()
})

test('a toast is dismissed by its button, which screen readers find too', async () => {
  render(<Toaster />)
  show({ title: 'Copied' })
  await userEvent.click(await screen.findByRole('button', { name: 'Dismiss' }))
  await waitFor(() => expect(screen.queryByText('Copied')).toBeNull())
})

test('a success toast closes by itself, an error toast stays', async () => {
  vi.useFakeTimers()
  render(<Toaster />)
  show({ title: 'Saved', tone: 'success' })
  show({ title: 'Failed to save', tone: 'critical' })
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(screen.queryByText('Saved')).toBeNull()
  expect(screen.getByText('Failed to save')).toBeTruthy()
})

test('a second toast with the same id replaces the first', async () => {
  render(<Toaster />)
  show({ id: 'upload', title: 'Uploading 1 of 2' })
  show({ id: 'upload', title: 'Uploading 2 of 2' })
  expect(await screen.findByText('Uploading 2 of 2')).toBeTruthy()
  expect(screen.queryByText('Uploading 1 of 2')).toBeNull()
})
