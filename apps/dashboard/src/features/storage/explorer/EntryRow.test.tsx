import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { EntryRow } from './EntryRow.tsx'
import type { Entry } from './entry.rules.ts'
import { anEntry, anExplorer, InExplorer } from './explorer.fixture.tsx'
import type { ExplorerState } from './explorer-context.ts'

function show(entry: Entry, over: Partial<ExplorerState> = {}, entries = [entry]) {
  const state = anExplorer(over)
  render(
    <InExplorer state={state}>
      <EntryRow entry={entry} entries={entries} isOpen={false} />
    </InExplorer>,
  )
  return { state, user: userEvent.setup() }
}

const folder = anEntry('photos', { isFolder: true, id: null })
const file = anEntry('a.txt')
const refused = { writeRefusal: 'You need additional permissions' }

test.each<[string, Entry, Partial<ExplorerState>, string[]]>([
  ['a folder', folder, {}, ['Rename', 'Download', 'Copy path to folder', 'Delete']],
  ['a folder for readers', folder, refused, ['Download', 'Copy path to folder']],
  ['a public file', file, { isPublic: true }, ['Get URL', 'Download', 'Rename', 'Move', 'Delete']],
  ['a private file', file, {}, ['Get URL', 'Download', 'Rename', 'Move', 'Delete']],
  ['a file for readers', file, refused, ['Get URL', 'Download']],
  ['a corrupted file', anEntry('a.txt', { state: 'corrupted' }), {}, ['Delete']],
])('the menu of %s offers what can be done with it', async (_what, entry, over, labels) => {
  const { user } = show(entry, over)
  await user.click(screen.getByRole('button', { name: `Actions of ${entry.name}` }))
  const items = await screen.findAllByRole('menuitem')
  expect(items.map(({ textContent }) => textContent)).toEqual(labels)
})

test('a folder has no box; a click opens it', async () => {
  const { state, user } = show(folder)
  expect(screen.queryByRole('checkbox')).toBeNull()
  await user.click(screen.getByRole('button', { name: /^photos/ }))
  expect(state.openFolder).toHaveBeenCalledWith('photos')
})

test('Shift and the box choose everything up to this file', () => {
  const files = ['1', '2', '3'].map((name) => anEntry(name))
  const selection = new Map([['1', files[0]!]])
  const { state } = show(files[2]!, { selection }, files)
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select 3' }), { shiftKey: true })
  expect(state.select).toHaveBeenCalledWith(new Map(files.map((one) => [one.path, one])))
})

test('keys rename and delete, for those alone who may', async () => {
  const { state, user } = show(file)
  screen.getByRole('button', { name: 'a.txt' }).focus()
  await user.keyboard('{F2}{Delete}')
  expect(state.startNaming).toHaveBeenCalledWith({ kind: 'rename', entry: file })
  expect(state.ask).toHaveBeenCalledWith({ kind: 'delete', entries: [file] })
})

test('a reader deletes nothing with a key', async () => {
  const { state, user } = show(file, refused)
  screen.getByRole('button', { name: 'a.txt' }).focus()
  await user.keyboard('{F2}{Delete}')
  expect(state.startNaming).not.toHaveBeenCalled()
  expect(state.ask).not.toHaveBeenCalled()
})

test('a file whose bytes are on their way cannot be opened', async () => {
  const { state, user } = show(anEntry('a.txt', { state: 'loading' }))
  await user.click(screen.getByRole('button', { name: 'a.txt' }))
  expect(state.openFile).not.toHaveBeenCalled()
  expect(screen.queryByRole('button', { name: 'Actions of a.txt' })).toBeNull()
})
