import { RECOVERY_CODES } from '@basalt/contract/mfa/mfa.rules.ts'

/** With so few left it is time for new ones. */
export const FEW_RECOVERY_CODES = 3

/** `8 of 10 left`, and whether that calls for new ones. */
export const recoveryCodesLeft = (left: number) => ({
  words: left === 0 ? 'None left' : `${left} of ${RECOVERY_CODES} left`,
  areFew: left <= FEW_RECOVERY_CODES,
})

/** The address of a text file that says what the codes are for, as it may be found years later. */
export const recoveryCodesFile = (codes: readonly string[], host: string) =>
  `data:text/plain;charset=utf-8,${encodeURIComponent(
    [`Recovery codes of Basalt at ${host}. Each works once.`, '', ...codes, ''].join('\n'),
  )}`
