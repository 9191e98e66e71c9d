import { expect, test } from 'vitest'
import { scramVerifier } from './scram-verifier.ts'

test('the example of RFC 7677 gives the keys that PostgreSQL stores for it', async () => {
  const salt = Buffer.from('W22ZaJ0SNY7soEsUEjb6gQ==', 'base64')
  expect(await scramVerifier('pencil', { salt })).toBe(
    'SCRAM-SHA-256$4096:W22ZaJ0SNY7soEsUEjb6gQ==$WG5d8oPm3OtcPnkdi4Uo7BkeZkBFzpcXkuLmtbsT4qY=:wfPLwcE6nTWhTAmQ7tl2KeoiWGPlZqQxSrmfPwDl2dU=',
  )
})

test('the same password gives a different verifier each time', async () => {
  expect(await scramVerifier('pencil')).not.toBe(await scramVerifier('pencil'))
})

test.each(['', 'pässword', 'line\nbreak'])(
  '%j is refused, because clients encode it differently',
  async (password) => {
    await expect(scramVerifier(password)).rejects.toThrow(RangeError)
  },
)
