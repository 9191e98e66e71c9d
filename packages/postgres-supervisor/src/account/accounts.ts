import { chown, rm, writeFile } from 'node:fs/promises'
import { type Account, isRoot } from './account.ts'
import { unprivilegedAccount } from './unprivileged-account.ts'

/** Above the ranges that systems hand out to people (1000…60000) and to services (61184…65519). */
export const FIRST_INSTANCE_UID = 70_000

/** User ids that one engine may give to its instances, both ends included. Engines on one machine need ranges apart. */
export interface UidRange {
  first: number
  last: number
}

/** Signed 32-bit ids are the largest that Node takes. */
export const INSTANCE_UIDS: UidRange = { first: FIRST_INSTANCE_UID, last: 2 ** 31 - 1 }

/** Who runs what. Without root there is no choice, and both answers are undefined: ourselves. */
export interface Accounts {
  template: Account | undefined
  /** The account of the instance that was given this uid. */
  ofInstance(uid: number | undefined): Account | undefined
  /** False when every instance shares one account, as in a container that maps too few user ids. */
  areSeparate: boolean
  /** False when another instance's server could read this one's files. */
  areKeysPrivate: boolean
}

/**
 * @param probe a path at which a file may be made for a moment
 * @param uids the user ids of instances
 */
export async function openAccounts(probe: string, uids: UidRange): Promise<Accounts> {
  // Without root, every server runs as this program's user, which owns the keys anyway.
  if (!isRoot())
    return { template: undefined, ofInstance: () => undefined, areSeparate: false, areKeysPrivate: true }
  const template = await unprivilegedAccount()
  const areSeparate = await canGiveAway(probe, uids.first)
  return {
    template,
    ofInstance: (uid) => (uid === undefined ? template : { uid, gid: uid }),
    areSeparate,
    areKeysPrivate: areSeparate,
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
