import { randomInt } from 'node:crypto'
import {
  groupCode,
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

/** A new set: the codes to display once, and their hashes to store. */
export function newRecoveryCodes() {
  const codes = Array.from({ length: RECOVERY_CODES }, newCode)
  return { plaintext: codes.map(groupCode), hashes: codes.map(hashToken) }
}
