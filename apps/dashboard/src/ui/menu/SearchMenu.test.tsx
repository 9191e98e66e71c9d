import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { SearchMenu } from './SearchMenu.tsx'

const fruits = [
  { value: 'apple', label: 'Apple' },
  { value: 'pear', label: 'Pear' },
  { value: 'plum', label: 'Plum' },
]

function Fruits({ onSelect }: { onSelect: (value: string) => void }) {
  const [text, setText] = useState('')
  const found = fruits.filter(({ value }) => value.includes(text))
  return (
    <SearchMenu
      label="Fruits"
      trigger={<button type="button">Choose fruit</button>}
      options={found}
      value="pear"
      onSelect={onSelect}
      placeholder="Find fruit..."
      onSearch={setText}
      message={found.length === 0 ? 'No fruits found' : undefined}
      footer={(close) => (
        <button type="button" onClick={close}>
          New fruit
        </button>
      )}
    />
  )
}

const open = async () => {
  const onSelect = vi.fn()
  render(<Fruits onSelect={onSelect} />)
  const user = userEvent.setup()
  await user.click(screen.getByText('Choose fruit'))
  await screen.findByPlaceholderText('Find fruit...')
  return { onSelect, user }
}

const labels = () => screen.queryAllByRole('option').map((option) => option.textContent)

test('typing filters the list and Enter selects the first option', async () => {
  const { onSelect, user } = await open()
  expect(labels()).toEqual(['Apple', 'Pear', 'Plum'])
  expect(screen.getByRole('option', { name: 'Pear' }).getAttribute('aria-selected')).toBe('true')
  await user.keyboard('pl')
  await waitFor(() => expect(labels()).toEqual(['Apple', 'Plum']))
  await user.keyboard('{Backspace}lum{Enter}')
  expect(onSelect).toHaveBeenCalledExactlyOnceWith('plum')
  await waitFor(() => expect(screen.queryByPlaceholderText('Find fruit...')).toBeNull())
})

test('Enter selects the first result also when results arrive after the text', async () => {
  const onSelect = vi.fn()
  const menu = (options: typeof fruits) => (
    <SearchMenu
      label="Fruits"
      trigger={<button type="button">Choose fruit</button>}
      options={options}
      value="pear"
      onSelect={onSelect}
      placeholder="Find fruit..."
      onSearch={() => undefined}
    />
  )
  const { rerender } = render(menu(fruits))
  const user = userEvent.setup()
  await user.click(screen.getByText('Choose fruit'))
  await screen.findByPlaceholderText('Find fruit...')
  await user.keyboard('plum')
  rerender(menu([]))
  rerender(menu(fruits.slice(2)))
  await waitFor(() => expect(labels()).toEqual(['Plum']))
  await user.keyboard('{Enter}')
  expect(onSelect).toHaveBeenCalledExactlyOnceWith('plum')
})

test('selecting the current option only closes the list', async () => {
  const { onSelect, user } = await open()
  await user.click(screen.getByRole('option', { name: 'Pear' }))
  await waitFor(() => expect(screen.queryByPlaceholderText('Find fruit...')).toBeNull())
  expect(onSelect).not.toHaveBeenCalled()
})

test('without matches a message appears, and the search is reset on reopening', async () => {
  const { user } = await open()
  await user.keyboard('zzz')
  expect(await screen.findByText('No fruits found')).toBeTruthy()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByPlaceholderText('Find fruit...')).toBeNull())
  await user.click(screen.getByText('Choose fruit'))
  await waitFor(() => expect(labels()).toEqual(['Apple', 'Pear', 'Plum']))
})

test('a footer link closes the list', async () => {
  const { user } = await open()
  await user.click(screen.getByText('New fruit'))
  await waitFor(() => expect(screen.queryByPlaceholderText('Find fruit...')).toBeNull())
})

test('of thousands only the first options render, and more near the end', async () => {
  const many = Array.from({ length: 5000 }, (_, index) => ({ value: `${index}`, label: `Fruit ${index}` }))
  const onEndReached = vi.fn()
  render(
    <SearchMenu
      label="Fruits"
      trigger={<button type="button">Choose fruit</button>}
      options={many}
      value={null}
      onSelect={() => undefined}
      placeholder="Find fruit..."
      onEndReached={onEndReached}
    />,
  )
  await userEvent.click(screen.getByText('Choose fruit'))
  await screen.findByPlaceholderText('Find fruit...')
  expect(labels()).toHaveLength(100)
  fireEvent.scroll(screen.getByRole('listbox'))
  expect(labels()).toHaveLength(200)
  expect(onEndReached).not.toHaveBeenCalled()
})
