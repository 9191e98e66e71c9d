import { act, renderHook } from '@testing-library/react'
import { useForm } from 'react-hook-form'
import { expect, test } from 'vitest'
import { DISCARD_EDITS, KEEP_EDITS } from './reset-options.ts'

const stored = { limit: 10, network: 'all' }

/** A form of settings, and whether it had edits each time it was rendered. */
function settingsForm() {
  const wasDirty: boolean[] = []
  const { result, rerender } = renderHook(
    ({ values }) => {
      const form = useForm({ values, resetOptions: KEEP_EDITS })
      wasDirty.push(form.formState.isDirty)
      return form
    },
    { initialProps: { values: stored } },
  )
  return { form: result, rerender, wasDirty }
}

test('a form with edits can be saved at any time while what is stored changes beneath them', () => {
  const { form, rerender, wasDirty } = settingsForm()
  act(() => form.current.setValue('limit', 20, { shouldDirty: true }))
  const edited = wasDirty.length
  rerender({ values: { limit: 15, network: 'none' } })
  expect(form.current.getValues()).toEqual({ limit: 20, network: 'none' })
  expect(new Set(wasDirty.slice(edited))).toEqual(new Set([true]))
})

test('a form that is reset without its edits is as stored, and has nothing to save', () => {
  const { form, wasDirty } = settingsForm()
  act(() => form.current.setValue('limit', 20, { shouldDirty: true }))
  act(() => form.current.reset(stored, DISCARD_EDITS))
  expect(form.current.getValues()).toEqual(stored)
  expect(wasDirty.at(-1)).toBe(false)
})
