import type { DescribedObject } from './object-kind-page.ts'

/** Why nothing in a protected schema can be changed here. */
export const PROTECTED_REASON = 'This schema is managed by the platform. What is in it can only be read.'

/** Why the member cannot change an object; undefined where they can. */
export type PanelRefusals = Record<'edit' | 'drop' | 'duplicate', string | undefined>

/** What refuses changes: the object itself, then the rights of the member, then the rights of their role. */
export function refusalsFor(
  { refusals, is_owned, owner }: Pick<DescribedObject, 'refusals' | 'is_owned' | 'owner'>,
  memberRefusal: string | undefined,
): PanelRefusals {
  const ofOwner = is_owned
    ? undefined
    : owner === null
      ? 'Your role does not have the right to change it.'
      : `Only ${owner}, who owns it, can change it.`
  return {
    edit: refusals.edit ?? memberRefusal ?? ofOwner,
    drop: refusals.drop ?? memberRefusal ?? ofOwner,
    duplicate: refusals.duplicate ?? memberRefusal,
  }
}
