import { expect, test } from 'vitest'
import { fitsVerifier, newVerifier } from './scram.ts'

test('the verifier in the example of RFC 7677 matches its password', async () => {
  const verifier =
    'SCRAM-SHA-256$4096:W22ZaJ0SNY7soEsUEjb6gQ==$WG5d8oPm3OtcPnkdi4Uo7BkeZkBFzpcXkuLmtbsT4qY=:wfPLwcE6nTWhTAmQ7tl2KeoiWGPlZqQxSrmfPwDl2dU='
  expect(await fitsVerifier('pencil', verifier, 'random')).toBe(true)
})

test('a verifier matches only its own password, and each has another salt', async () => {
  const verifier = await newVerifier('password', 'chosen')
  expect(await fitsVerifier('password', verifier, 'chosen')).toBe(true)
  expect(await fitsVerifier('passwort', verifier, 'chosen')).toBe(false)
  expect(await fitsVerifier('password', 'md5abc', 'chosen')).toBe(false)
  expect(await newVerifier('password', 'chosen')).not.toBe(verifier)
})

test('a chosen password gets more iterations, and an older verifier of it no longer matches', async () => {
  expect(await newVerifier('password', 'chosen')).toMatch(/^SCRAM-SHA-256\$32768:/)
  const old = await newVerifier('password', 'random')
  expect(old).toMatch(/^SCRAM-SHA-256\$4096:/)
  expect(await fitsVerifier('password', old, 'chosen')).toBe(false)
  expect(await fitsVerifier('password', await newVerifier('password', 'chosen'), 'random')).toBe(true)
})
