import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { copyAsyncText, copyText } from './clipboard.ts'

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

/** A browser whose clipboard takes promises. */
function takePromises(write: (items: { 'text/plain': Promise<Blob> }[]) => Promise<void>) {
  vi.stubGlobal(
    'ClipboardItem',
    class {
      readonly types: { 'text/plain': Promise<Blob> }
      constructor(types: { 'text/plain': Promise<Blob> }) {
        this.types = types
      }
    },
  )
  const taken = (items: readonly { types: { 'text/plain': Promise<Blob> } }[]) =>
    write(items.map(({ types }) => types))
  vi.stubGlobal('navigator', { clipboard: { write: taken } })
}

test('a text that is still loading is promised to the clipboard at once', async () => {
  const pendingText = Promise.withResolvers<string>()
  let copied: string | undefined
  takePromises(async ([item]) => {
    pendingText.resolve('select 4')
    copied = await (await item!['text/plain']).text()
  })
  await copyAsyncText(() => pendingText.promise)
  expect(copied).toBe('select 4')
})

test('a text that fails to load rejects with its own error', async () => {
  takePromises(async ([item]) => {
    await item!['text/plain'].catch(() => undefined)
    throw new Error('Nothing to copy')
  })
  await expect(copyAsyncText(() => Promise.reject(new Error('no longer kept')))).rejects.toThrow(
    'no longer kept',
  )
})

test('a browser without clipboard promises copies the text once it is loaded', async () => {
  userEvent.setup()
  await copyAsyncText(async () => 'select 5')
  expect(await navigator.clipboard.readText()).toBe('select 5')
})
