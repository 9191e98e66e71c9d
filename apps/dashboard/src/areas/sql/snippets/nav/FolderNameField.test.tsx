import type { ErrorCode } from '@basalt/contract/errors.ts'
import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { ApiError } from '../../../../api/api-error.ts'
import { FolderNameField } from './FolderNameField.tsx'

const TAKEN = 'Unable to create new folder: This folder name already exists'

function open(onSave: (name: string) => Promise<unknown>, name = '') {
  const onDone = vi.fn()
  render(
    <ul>
      <FolderNameField name={name} failureTitle="Failed to save folder" onSave={onSave} onDone={onDone} />
    </ul>,
  )
  return { onDone, field: screen.getByRole('textbox', { name: 'Folder name' }) }
}

const rejection = (code: ErrorCode, message: string) => new ApiError(400, { code, message, requestId: 'r' })

test('a taken name is reported and can be corrected in place', async () => {
  const onSave = vi.fn().mockRejectedValueOnce(rejection('conflict', TAKEN)).mockResolvedValue(undefined)
  const { field, onDone } = open(onSave)
  await userEvent.type(field, 'Reports{Enter}')
  expect((await screen.findByRole('alert')).textContent).toBe(TAKEN)
  expect(onDone).not.toHaveBeenCalled()
  await userEvent.type(field, ' 2{Enter}')
  expect(onSave).toHaveBeenLastCalledWith('Reports 2')
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
})

test('any other error says what failed, and saving can be retried', async () => {
  const onSave = vi
    .fn()
    .mockRejectedValueOnce(rejection('instance_unavailable', 'The metadata is unavailable'))
    .mockResolvedValue(undefined)
  const { field, onDone } = open(onSave, 'Reports')
  await userEvent.type(field, ' 2{Enter}')
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Failed to save folder: The metadata is unavailable',
  )
  await userEvent.type(field, '{Enter}')
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
})

test('Escape and an empty name change nothing', async () => {
  const onSave = vi.fn()
  const { field, onDone } = open(onSave, 'Reports')
  await userEvent.type(field, 'x{Escape}')
  expect(onDone).toHaveBeenCalledOnce()
  expect(onSave).not.toHaveBeenCalled()
})

test('leaving the field saves the name once', async () => {
  const onSave = vi.fn().mockResolvedValue(undefined)
  const { field, onDone } = open(onSave)
  await userEvent.type(field, ' Reports ')
  await userEvent.tab()
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
  expect(onSave.mock.calls).toEqual([['Reports']])
})
