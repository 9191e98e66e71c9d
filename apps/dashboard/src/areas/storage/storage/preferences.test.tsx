import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useExplorerPreference } from './preferences.ts'

test('view and sort preferences are stored per project', () => {
  const one = renderHook(() => useExplorerPreference('one'))
  act(() => one.result.current.change({ view: 'LIST', sortBy: 'updated_at' }))
  expect(renderHook(() => useExplorerPreference('one')).result.current.preference).toMatchObject({
    view: 'LIST',
    sortBy: 'updated_at',
    sortByOrder: 'asc',
  })
  expect(renderHook(() => useExplorerPreference('two')).result.current.preference).toMatchObject({
    view: 'COLUMNS',
    sortBy: 'name',
  })
})
