import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useDebouncedText } from './use-debounced-text.ts'

function Search({ committed, commit }: { committed: string; commit: (text: string) => void }) {
  const { text, set, commitNow } = useDebouncedText(committed, commit, 500)
  return (
    <>
      <input aria-label="Search" value={text} onChange={({ target }) => set(target.value)} />
      <button type="button" onClick={() => commitNow('')}>
        Clear
      </button>
    </>
  )
}

const box = () => screen.getByLabelText<HTMLInputElement>('Search')
const type = (value: string) => fireEvent.change(box(), { target: { value } })
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds))

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('typing appears at once and commits after a pause', () => {
  const commit = vi.fn()
  render(<Search committed="" commit={commit} />)
  type('s')
  pass(499)
  type('sh')
  pass(499)
  expect(box().value).toBe('sh')
  expect(commit).not.toHaveBeenCalled()
  pass(1)
  expect(commit.mock.calls).toEqual([['sh']])
})

test('a commit uses what is current when it is made, such as filters that were changed meanwhile', () => {
  const [before, after] = [vi.fn(), vi.fn()]
  const page = render(<Search committed="" commit={before} />)
  type('sh')
  pass(300)
  page.rerender(<Search committed="" commit={after} />)
  pass(200)
  expect(before).not.toHaveBeenCalled()
  expect(after.mock.calls).toEqual([['sh']])
})

test('a page that is left commits nothing', () => {
  const commit = vi.fn()
  const page = render(<Search committed="" commit={commit} />)
  type('sh')
  page.unmount()
  pass(1000)
  expect(commit).not.toHaveBeenCalled()
})

test('text typed since the last commit survives that commit', () => {
  const commit = vi.fn()
  const page = render(<Search committed="" commit={commit} />)
  type('sh')
  pass(500)
  type('sho')
  page.rerender(<Search committed="sh" commit={commit} />)
  expect(box().value).toBe('sho')
})

test('a change from outside replaces the text', () => {
  const page = render(<Search committed="shop" commit={vi.fn()} />)
  page.rerender(<Search committed="" commit={vi.fn()} />)
  expect(box().value).toBe('')
})

test('clearing commits at once and drops a pending commit', () => {
  const commit = vi.fn()
  render(<Search committed="shop" commit={commit} />)
  type('shops')
  fireEvent.click(screen.getByRole('button', { name: 'Clear' }))
  pass(1000)
  expect(commit.mock.calls).toEqual([['']])
})
