import { RECOVERY_CODES } from '@basalt/contract/mfa/mfa.rules.ts'

/** With this many or fewer left, the user should create new ones. */
export const FEW_RECOVERY_CODES = 3

/** `8 of 10 left`, and whether the user should create new ones. */
export const recoveryCodesLeft = (left: number) => ({
  label: left === 0 ? 'None left' : `${left} of ${RECOVERY_CODES} left`,
  areFew: left <= FEW_RECOVERY_CODES,
})

/** The data URL of a text file with the codes and the installation they are for. */
export const recoveryCodesFile = (codes: readonly string[], host: string) =>
  `data:text/plain;charset=utf-8,${encodeURIComponent(
    [`Recovery codes of Basalt at ${host}. Each works once.`, '', ...codes, ''].join('\n'),
  )}`
