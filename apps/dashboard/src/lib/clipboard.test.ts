import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { copyText } from './clipboard.ts'

afterEach(() => {
  Reflect.deleteProperty(document, 'execCommand')
  vi.unstubAllGlobals()
})

test('text reaches the clipboard', async () => {
  userEvent.setup()
  await copyText('select 1')
  expect(await navigator.clipboard.readText()).toBe('select 1')
})

test('without the Clipboard API the copy command is used and focus returns', async () => {
  vi.stubGlobal('navigator', {})
  const button = document.body.appendChild(document.createElement('button'))
  button.focus()
  let copied: string | undefined
  Object.assign(document, {
    execCommand: () => {
      copied = (document.activeElement as HTMLTextAreaElement).value
      return true
    },
  })
  await copyText('select 2')
  expect(copied).toBe('select 2')
  expect(document.activeElement).toBe(button)
  expect(document.querySelector('textarea')).toBeNull()
  button.remove()
})

test('a refusal is an error, never a silent success', async () => {
  vi.stubGlobal('navigator', {})
  Object.assign(document, { execCommand: () => false })
  await expect(copyText('select 3')).rejects.toThrow('refused')
})
