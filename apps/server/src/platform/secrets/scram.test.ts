import { expect, test } from 'vitest'
import { fitsVerifier, newVerifier } from './scram.ts'

test('the verifier of the example in RFC 7677 fits its password', async () => {
  const verifier =
    'SCRAM-SHA-256$4096:W22ZaJ0SNY7soEsUEjb6gQ==$WG5d8oPm3OtcPnkdi4Uo7BkeZkBFzpcXkuLmtbsT4qY=:wfPLwcE6nTWhTAmQ7tl2KeoiWGPlZqQxSrmfPwDl2dU='
  expect(await fitsVerifier('pencil', verifier)).toBe(true)
})

test('a verifier fits its own password only, and each is salted anew', async () => {
  const verifier = await newVerifier('password')
  expect(await fitsVerifier('password', verifier)).toBe(true)
  expect(await fitsVerifier('passwort', verifier)).toBe(false)
  expect(await fitsVerifier('password', 'md5abc')).toBe(false)
  expect(await newVerifier('password')).not.toBe(verifier)
})
