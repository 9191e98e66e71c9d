import { act, fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { COPY_FEEDBACK_MS } from '../../lib/use-copy.ts'
import { CodeBlock } from './CodeBlock.tsx'

beforeEach(() => {
  userEvent.setup()
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })))
const elapse = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))

test('copying copies the whole text and confirms it for two seconds', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  render(<CodeBlock title=".env" code={'A=1\nB=2'} />)
  await press('Copy .env')
  expect(write).toHaveBeenCalledWith('A=1\nB=2')
  expect(screen.getByRole('button', { name: 'Copied' })).toBeTruthy()
  expect(screen.getByRole('status').textContent).toBe('Copied')
  await elapse(COPY_FEEDBACK_MS - 1)
  expect(screen.getByRole('button', { name: 'Copied' })).toBeTruthy()
  await elapse(1)
  expect(screen.getByRole('button', { name: 'Copy .env' })).toBeTruthy()
})

test('a failed copy is reported', async () => {
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('denied', 'NotAllowedError'))
  render(<CodeBlock code="select 1" />)
  await press('Copy code')
  expect(screen.getByRole('status').textContent).toBe('Could not copy')
})
