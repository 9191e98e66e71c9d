import sharp from 'sharp'
import { expect, test } from 'vitest'
import { imageFormat, imageFormats } from './image-format.ts'

const red = sharp({ create: { width: 4, height: 4, channels: 3, background: 'red' } })

test.each(imageFormats)('%s is recognized by its first bytes', async (format) => {
  expect(imageFormat(await red.clone().toFormat(format).toBuffer())).toBe(format)
})

test.each([
  '',
  '<svg xmlns="http://www.w3.org/2000/svg"/>',
  '%PDF-1.7',
  'RIFF1234WAVE',
  'GIF',
  '\0\0\0 ftypisom',
])('%j is not an image', (text) => expect(imageFormat(Buffer.from(text, 'latin1'))).toBeUndefined())
