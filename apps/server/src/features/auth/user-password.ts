import { hashPassword, verifyPassword } from '../../platform/secrets/passwords.ts'

/** bcrypt, as other installations store passwords. It reads at most 72 bytes. */
const BCRYPT = /^\$2[abxy]\$\d\d\$[./A-Za-z0-9]{53}$/
/** A cost that would keep this machine busy for seconds is not verified. */
const BCRYPT_COST_MAX = 14

export interface PasswordCheck {
  isRight: boolean
  /** The hash to store instead: argon2id for a password that came as bcrypt. */
  rehashed?: string
}

/** Checks a password against argon2id or bcrypt. Also false for a stored text that is neither. */
export async function checkUserPassword(password: string, stored: string): Promise<PasswordCheck> {
  if (!BCRYPT.test(stored)) return { isRight: await verifyPassword(password, stored) }
  if (Number(stored.slice(4, 6)) > BCRYPT_COST_MAX) return { isRight: false }
  // Loaded with the first such user, whom most projects do not have.
  const { compare } = await import('bcryptjs')
  const isRight = await compare(password, stored)
  return isRight ? { isRight, rehashed: await hashPassword(password) } : { isRight }
}

/** Whether a text is a hash that this server can verify. */
export const isPasswordHash = (hash: string) =>
  BCRYPT.test(hash) ||
  /^\$argon2id\$v=19\$m=\d{1,6},t=\d{1,2},p=\d{1,2}\$[A-Za-z0-9+/]+\$[A-Za-z0-9+/]+$/.test(hash)
