import { chown, rm, writeFile } from 'node:fs/promises'
import { type Account, isRoot } from './account.ts'
import { unprivilegedAccount } from './unprivileged-account.ts'

/** Above the ranges that systems assign to people (1000…60000) and to services (61184…65519). */
export const FIRST_INSTANCE_UID = 70_000

/** The user ids that an engine may assign to its instances, both ends included. Engines on one machine need disjoint ranges. */
export interface UidRange {
  first: number
  last: number
}

/** Node takes ids up to a signed 32-bit integer. */
export const INSTANCE_UIDS: UidRange = { first: FIRST_INSTANCE_UID, last: 2 ** 31 - 1 }

/** The accounts of instances. Without root, both are undefined: everything runs as this program's user. */
export interface Accounts {
  template: Account | undefined
  /** The account of the instance with this uid. */
  ofInstance(uid: number | undefined): Account | undefined
  /** False when all instances share one account, as in a container that maps too few user ids. */
  areSeparate: boolean
  /** False when another instance's server could read this one's files. */
  areKeysPrivate: boolean
}

/**
 * @param probe a path at which a temporary file may be created
 * @param uids the user ids of instances
 */
export async function openAccounts(probe: string, uids: UidRange): Promise<Accounts> {
  // Without root, every server runs as this program's user, which owns the keys anyway.
  if (!isRoot())
    return { template: undefined, ofInstance: () => undefined, areSeparate: false, areKeysPrivate: true }
  const template = await unprivilegedAccount()
  const areSeparate = await canChown(probe, uids.first)
  return {
    template,
    ofInstance: (uid) => (uid === undefined ? template : { uid, gid: uid }),
    areSeparate,
    areKeysPrivate: areSeparate,
  }
}

async function canChown(probe: string, uid: number): Promise<boolean> {
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
