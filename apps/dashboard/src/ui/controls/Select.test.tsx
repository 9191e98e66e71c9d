import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { Select } from './Select.tsx'

const both = ['one', 'two'].map((value) => ({ value, label: value }))

test('a choice stays when its option leaves the list while that is open', async () => {
  const user = userEvent.setup()
  const chosen = vi.fn<(value: string) => void>()
  function Choice({ options }: { options: typeof both }) {
    const [value, setValue] = useState('one')
    const choose = (next: string) => {
      chosen(next)
      setValue(next)
    }
    return <Select aria-label="Number" options={options} value={value} onValueChange={choose} />
  }
  const { rerender } = render(<Choice options={both} />)
  await user.click(screen.getByRole('combobox', { name: 'Number' }))
  await user.click(await screen.findByRole('option', { name: 'two' }))
  await user.click(screen.getByRole('combobox', { name: 'Number' }))
  await screen.findByRole('option', { name: 'two' })
  rerender(<Choice options={both.slice(0, 1)} />)
  await vi.waitFor(() => expect(screen.queryByRole('option', { name: 'two' })).toBeNull())
  await user.keyboard('{Escape}')
  expect(chosen.mock.calls).toEqual([['two']])
})

test('an option with the empty value is shown by its label, and nothing chosen by the placeholder', () => {
  const options = [{ value: '', label: 'Any' }, ...both]
  const show = (value: string | null) => (
    <Select aria-label="Number" options={options} value={value} onValueChange={() => undefined} />
  )
  const { rerender } = render(show(''))
  expect(screen.getByRole('combobox', { name: 'Number' }).textContent).toContain('Any')
  rerender(show(null))
  expect(screen.getByRole('combobox', { name: 'Number' }).textContent).toContain('Select…')
})
