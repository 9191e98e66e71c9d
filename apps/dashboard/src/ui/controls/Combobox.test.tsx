import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { Field } from '../form/Field.tsx'
import { Combobox } from './Combobox.tsx'

const regions = ['Dublin', 'London', 'São Paulo'].map((label) => ({ value: label.slice(0, 3), label }))

function RegionPicker({ onChoose }: { onChoose: (region: string | null) => void }) {
  const [region, setRegion] = useState<string | null>('Lon')
  const choose = (next: string | null) => {
    setRegion(next)
    onChoose(next)
  }
  return (
    <Field label="Region">
      <Combobox options={regions} value={region} onValueChange={choose} emptyText="No such region" />
    </Field>
  )
}

const input = () => screen.getByRole('combobox', { name: 'Region' })

test('typing filters the options, ignoring accents, and Enter selects the first', async () => {
  const choose = vi.fn()
  render(<RegionPicker onChoose={choose} />)
  expect(input()).toHaveProperty('value', 'London')
  await userEvent.clear(input())
  await userEvent.type(input(), 'sao')
  expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['São Paulo'])
  await userEvent.keyboard('{Enter}')
  expect(choose).toHaveBeenLastCalledWith('São')
})

test('a text that is not an option never becomes the value', async () => {
  const choose = vi.fn()
  render(<RegionPicker onChoose={choose} />)
  await userEvent.clear(input())
  await userEvent.type(input(), 'Atlantis')
  expect(await screen.findByText('No such region')).toBeTruthy()
  await userEvent.click(document.body)
  await waitFor(() => expect(input()).toHaveProperty('value', ''))
  expect(choose.mock.calls).toEqual([[null]])
})

test('what was typed stays when more options arrive meanwhile', async () => {
  const picker = (options: typeof regions) => (
    <Field label="Region">
      <Combobox options={options} value="Lon" onValueChange={() => undefined} />
    </Field>
  )
  const { rerender } = render(picker(regions.slice(0, 2)))
  await userEvent.clear(input())
  await userEvent.type(input(), 'sao')
  rerender(picker(structuredClone(regions)))
  expect(input()).toHaveProperty('value', 'sao')
  expect(screen.getByRole('option').textContent).toBe('São Paulo')
})

test('with a search of its own, the value is shown though no option has it, and the options that are found are chosen from', async () => {
  const searches: string[] = []
  function Searched() {
    const [value, setValue] = useState('shop')
    const [search, setSearch] = useState('')
    const found = search === '' ? ['alpha', 'beta'] : ['gamma 1', 'gamma 2']
    return (
      <Combobox
        aria-label="Schema"
        options={found.map((name) => ({ value: name, label: name }))}
        value={value}
        onValueChange={(next) => next !== null && setValue(next)}
        onSearch={(text) => {
          searches.push(text)
          setSearch(text)
        }}
        hasMore={search === ''}
      />
    )
  }
  render(<Searched />)
  const input = screen.getByRole<HTMLInputElement>('combobox', { name: 'Schema' })
  expect(input.value).toBe('shop')
  await userEvent.click(input)
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual([
    'alpha',
    'beta',
  ])
  expect(screen.getByText('There are more. Type to find one.')).toBeTruthy()
  await userEvent.clear(input)
  await userEvent.type(input, 'gamma')
  await userEvent.click(await screen.findByRole('option', { name: 'gamma 2' }))
  expect(input.value).toBe('gamma 2')
  expect(searches).toContain('gamma')
  // The next time the list opens, it is of all again.
  expect(searches.at(-1)).toBe('')
})
