/** A file for a file chooser. */
export interface SampleFile {
  name: string
  mimeType: string
  buffer: Buffer
}

export const textFile = (name: string, text: string, mimeType = 'text/plain'): SampleFile => ({
  name,
  mimeType,
  buffer: Buffer.from(text),
})

export const smallPdf = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj
trailer<</Root 1 0 R>>
%%EOF
`

/** Half a second of silence: 4000 samples of one byte, 8000 a second. */
export function shortWav() {
  const header = Buffer.alloc(44)
  header.write('RIFF')
  header.writeUInt32LE(36 + 4000, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(8000, 24)
  header.writeUInt32LE(8000, 28)
  header.writeUInt16LE(1, 32)
  header.writeUInt16LE(8, 34)
  header.write('data', 36)
  header.writeUInt32LE(4000, 40)
  return Buffer.concat([header, Buffer.alloc(4000, 128)])
}

/** Three VP8 frames of 16 × 16 pixels, recorded by a browser from a canvas. */
export const shortWebm = (): SampleFile => ({
  name: 'clip.webm',
  mimeType: 'video/webm',
  buffer: Buffer.from(
    [
      'GkXfo59ChoEBQveBAULygQRC84EIQoKEd2VibUKHgQRChYECGFOAZwEAAAAAAAHiEU2bdLlNu4tTq4QVSalmU6yBbk27i1OrhBZUrmtT',
      'rIGTTbuLU6uEH0O2dVOsgcFNu4xTq4QcU7trU6yCAdDsrgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
      'AAAVSalmoCrXsYMPQkBEiYRDDgQZTYCGQ2hyb21lV0GGQ2hyb21lFlSua6mup9eBAXPFh5+q+bSOemeDgQFV7oEBhoVWX1ZQOOCKsIEQ',
      'uoEQU8CBAR9DtnUBAAAAAAABA+eBAKDkobqBAAAAsAIAnQEqEAAQAADHCIWFiJmEiAUCAnWqA/gCDP37AP7+F/v/8Bf/gL/8Bf/+Av//',
      'CrcMQydAdaGlpqPugQGlnhACAJ0BKhAAEAAEhwiFhYiZhIgYAgAMDWAA/valAKDLoauBAEEAsQEAAxBAABgAMD/0DADvAP709D/+dg2J',
      'drxz//U6f1On9Tp/9SgAdaGYppbugQGlkbEBABIQ8AAYABhYL/QACAAA+4EAoMuhq4EAjgCxAQADEEAAGAAwP/QMAO8A/vxFBf/U6f1O',
      'n9Tp/9Tp/jTHn4HoBmh1oZimlu6BAaWRsQEAEhEMABgAGFgv9AAIAAD7gUEcU7trjbuLs4EAt4b3gQHxgcE=',
    ].join(''),
    'base64',
  ),
})
