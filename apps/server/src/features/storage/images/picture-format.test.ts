import sharp from 'sharp'
import { expect, test } from 'vitest'
import { pictureFormat, pictureFormats } from './picture-format.ts'

const red = sharp({ create: { width: 4, height: 4, channels: 3, background: 'red' } })

test.each(pictureFormats)('%s is recognized by its first bytes', async (format) => {
  expect(pictureFormat(await red.clone().toFormat(format).toBuffer())).toBe(format)
})

test.each([
  '',
  '<svg xmlns="http://www.w3.org/2000/svg"/>',
  '%PDF-1.7',
  'RIFF1234WAVE',
  'GIF',
  '\0\0\0 ftypisom',
])('%j is no picture', (text) => expect(pictureFormat(Buffer.from(text, 'latin1'))).toBeUndefined())
