import { chown, rm, writeFile } from 'node:fs/promises'
import { type Account, isRoot } from './account.ts'
import { unprivilegedAccount } from './unprivileged-account.ts'

/** Above the ranges that systems hand out to people (1000…60000) and to services (61184…65519). */
export const FIRST_INSTANCE_UID = 70_000

/** Who runs what. Without root there is no choice, and both answers are undefined: ourselves. */
export interface Accounts {
  template: Account | undefined
  /** The account of the instance that was given this uid. */
  ofInstance(uid: number | undefined): Account | undefined
  /** False when every instance shares one account, as in a container that maps too few user ids. */
  areSeparate: boolean
}

/** @param probe a path at which a file may be made for a moment */
export async function openAccounts(probe: string): Promise<Accounts> {
  if (!isRoot()) return { template: undefined, ofInstance: () => undefined, areSeparate: false }
  const template = await unprivilegedAccount()
  const areSeparate = await canGiveAway(probe, FIRST_INSTANCE_UID)
  return {
    template,
    ofInstance: (uid) => (uid === undefined ? template : { uid, gid: uid }),
    areSeparate,
  }
}

async function canGiveAway(probe: string, uid: number): Promise<boolean> {
  await writeFile(probe, '')
  try {
    await chown(probe, uid, uid)
    return true
  } catch {
    return false
  } finally {
    await rm(probe, { force: true })
  }
}
