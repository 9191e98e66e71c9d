import type { GrantFacts } from './relation-facts.ts'

interface Granted {
  readonly owner: string
  /** Null when nothing was ever granted or revoked. */
  readonly grants: readonly GrantFacts[] | null
  readonly default_grants: readonly GrantFacts[]
}

const everyPrivilege = {
  TABLE: ['DELETE', 'INSERT', 'MAINTAIN', 'REFERENCES', 'SELECT', 'TRIGGER', 'TRUNCATE', 'UPDATE'],
  SEQUENCE: ['SELECT', 'UPDATE', 'USAGE'],
  COLUMN: ['INSERT', 'REFERENCES', 'SELECT', 'UPDATE'],
} as const

/**
 * The statements after which an object has exactly these grants: those that its owner's default privileges add are revoked
 * where they go too far. `column` is that of a table.
 */
export function grantStatements(
  kind: keyof typeof everyPrivilege,
  name: string,
  { owner, grants, default_grants: defaults }: Granted,
  column?: string,
): string[] {
  const every = everyPrivilege[kind]
  const target = kind === 'SEQUENCE' ? `SEQUENCE ${name}` : `TABLE ${name}`
  const given = grants ?? (kind === 'COLUMN' ? [] : [ofOwner(owner, every)])
  const privilegesText = (privileges: readonly string[]) => {
    const words = privileges.length === every.length ? ['ALL'] : [...privileges]
    return words.map((word) => (column === undefined ? word : `${word} (${column})`)).join(', ')
  }
  const isGiven = ({ grantee, privileges, is_grantable }: GrantFacts) =>
    privileges.every((privilege) =>
      given.some(
        (one) =>
          one.grantee === grantee &&
          one.privileges.includes(privilege) &&
          (one.is_grantable || !is_grantable),
      ),
    )
  const tooMuch = defaults.filter((grant) => grant.grantee !== owner && !isGiven(grant))
  const ofTheOwner = given.filter(({ grantee, grantor }) => grantee === owner && grantor === owner)
  const isOwnerWhole =
    kind === 'COLUMN' || (ofTheOwner.length === 1 && ofTheOwner[0]?.privileges.length === every.length)
  const revoked = [...new Set([...(isOwnerWhole ? [] : [owner]), ...tooMuch.map(({ grantee }) => grantee)])]
  const granted = given.filter((grant) => !(isOwnerWhole && kind !== 'COLUMN' && ofTheOwner.includes(grant)))
  return [
    ...(revoked.length > 0 ? [`REVOKE ALL ON ${target} FROM ${revoked.join(', ')};`] : []),
    ...together(inOrder(granted, owner)).map(([{ grantor, privileges, is_grantable }, grantees]) => {
      const option = is_grantable ? ' WITH GRANT OPTION' : ''
      const grant = `GRANT ${privilegesText(privileges)} ON ${target} TO ${grantees.join(', ')}${option};`
      return grantor === owner ? grant : `SET ROLE ${grantor}; ${grant} RESET ROLE;`
    }),
  ]
}

const ofOwner = (owner: string, privileges: readonly string[]): GrantFacts => ({
  grantor: owner,
  grantee: owner,
  privileges: [...privileges],
  is_grantable: false,
})

/** Grants that differ only in their grantee. */
function together(grants: readonly GrantFacts[]): [GrantFacts, string[]][] {
  const found = new Map<string, [GrantFacts, string[]]>()
  for (const grant of grants) {
    const key = JSON.stringify([grant.grantor, grant.privileges, grant.is_grantable])
    const known = found.get(key)
    if (known) known[1].push(grant.grantee)
    else found.set(key, [grant, [grant.grantee]])
  }
  return [...found.values()]
}

/** Who grants to others has to have been granted it before. */
function inOrder(grants: readonly GrantFacts[], owner: string): GrantFacts[] {
  const ordered: GrantFacts[] = []
  const able = new Set([owner])
  let left = [...grants]
  while (left.length > 0) {
    const next = left.filter(({ grantor }) => able.has(grantor))
    // Grantors that are nobody's grantees, as after a change of the owner.
    const taken = next.length > 0 ? next : left
    ordered.push(...taken)
    for (const { grantee } of taken) able.add(grantee)
    left = left.filter((grant) => !taken.includes(grant))
  }
  return ordered
}
