import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import {
  forgetProject,
  forgetProjects,
  RECENT_PROJECTS_MAX,
  rememberProject,
  useRecentProjects,
} from './recent-projects.state.ts'

test('recent projects are listed once each, newest first, until removed', () => {
  const { result } = renderHook(useRecentProjects)
  const refs = () => result.current.map(({ ref }) => ref).join('')
  for (const ref of 'abcdefab') act(() => rememberProject({ ref, name: ref }))
  expect(refs()).toBe('bafed')
  expect(result.current).toHaveLength(RECENT_PROJECTS_MAX)
  act(() => rememberProject({ ref: 'e', name: 'renamed' }))
  expect(result.current[0]).toEqual({ ref: 'e', name: 'renamed' })
  act(() => forgetProject('a'))
  expect(refs()).toBe('ebfd')
  act(forgetProjects)
  expect(refs()).toBe('')
})
