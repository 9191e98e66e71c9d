import { randomInt } from 'node:crypto'
import {
  inGroups,
  RECOVERY_CODE_ALPHABET,
  RECOVERY_CODE_LENGTH,
  RECOVERY_CODES,
} from '@basalt/contract/mfa/mfa.rules.ts'
import { hashToken } from '../../platform/ids.ts'

const newCode = () =>
  Array.from(
    { length: RECOVERY_CODE_LENGTH },
    () => RECOVERY_CODE_ALPHABET[randomInt(RECOVERY_CODE_ALPHABET.length)],
  ).join('')

/** A fresh set: what is shown once, and what is kept. */
export function newRecoveryCodes() {
  const codes = Array.from({ length: RECOVERY_CODES }, newCode)
  return { shown: codes.map(inGroups), hashes: codes.map(hashToken) }
}
