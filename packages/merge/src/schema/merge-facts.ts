import {
  buildFactBase,
  contentHash,
  type DependencyEdge,
  encodeId,
  type Fact,
  type FactBase,
  type Payload,
  type StableId,
} from '@supabase/pg-delta'

type PayloadValue = Payload[string]

/** Which side a conflict of the schema follows. */
export type SchemaDecision = 'branch' | 'target'

/** A decision, and the `state` of the conflict that whoever decided has seen. */
export interface DecidedObject {
  readonly decision: SchemaDecision
  readonly state: string
}

/**
 * Both sides changed the object in different ways; the target needs what the branch dropped; or the branch needs what the
 * target dropped. Only the first can be decided: the others keep what the target has.
 */
export type SchemaConflictKind = 'both_changed' | 'needed_by_target' | 'dropped_by_target'

export interface SchemaConflict {
  /** Identifies the object, for decisions. */
  readonly id: string
  readonly object: string
  readonly kind: SchemaConflictKind
  /** The object that is in the way, or that uses it. */
  readonly other: string | undefined
  /** A digest of the object on both sides and at the moment of branching. A decision is of it. */
  readonly state: string
  /** What was decided of the conflict as it is now. */
  readonly decision: SchemaDecision | undefined
}

export interface MergedFacts {
  readonly merged: FactBase
  readonly conflicts: readonly SchemaConflict[]
}

interface Side {
  readonly facts: ReadonlyMap<string, Fact>
  readonly edges: ReadonlyMap<string, DependencyEdge>
}

const edgeKey = ({ from, to, kind }: DependencyEdge) => `${encodeId(from)} ${kind} ${encodeId(to)}`

const sideOf = (facts: FactBase): Side => ({
  facts: new Map(facts.facts().map((fact) => [encodeId(fact.id), fact])),
  edges: new Map(facts.edges.map((edge) => [edgeKey(edge), edge])),
})

const isEqual = (one: PayloadValue, other: PayloadValue) => contentHash(one) === contentHash(other)

/** The schema that the target has after the branch's changes since `base` were made to it. */
export function mergeFacts({
  base: baseFacts,
  branch: branchFacts,
  target: targetFacts,
  isLeftOut,
  decisions,
}: {
  base: FactBase
  branch: FactBase
  target: FactBase
  /** Objects that stay as the target has them. */
  isLeftOut(id: StableId): boolean
  decisions: ReadonlyMap<string, DecidedObject>
}): MergedFacts {
  const [base, branch, target] = [baseFacts, branchFacts, targetFacts].map(sideOf) as [Side, Side, Side]
  const conflicts = new Map<string, SchemaConflict>()
  const facts = new Map<string, Fact>()
  const note = (fact: Fact, kind: SchemaConflictKind, other?: Fact) => {
    const id = encodeId(fact.id)
    if (conflicts.has(id)) return
    const decision = kind === 'both_changed' ? decisionOf(id) : undefined
    conflicts.set(id, {
      id,
      object: nameOf(fact.id),
      kind,
      other: other && nameOf(other.id),
      state: stateOf(id),
      decision,
    })
  }
  const stateOf = (id: string) =>
    contentHash([base, branch, target].map(({ facts }) => facts.get(id)?.payload ?? null))
  /** Of the object as both sides have it now: a decision about another one does not count. */
  const decisionOf = (id: string) => {
    const decided = decisions.get(id)
    return decided && decided.state === stateOf(id) ? decided.decision : undefined
  }

  for (const id of new Set([...branch.facts.keys(), ...target.facts.keys()])) {
    const [was, ours, theirs] = [base.facts.get(id), branch.facts.get(id), target.facts.get(id)]
    if (isLeftOut((ours ?? theirs)!.id)) {
      if (theirs) facts.set(id, theirs)
      continue
    }
    const merged = mergeFact(was, ours, theirs)
    if (merged.isConflict) note((ours ?? theirs)!, 'both_changed')
    const kept = merged.isConflict && decisionOf(id) === 'branch' ? ours : merged.fact
    if (kept) facts.set(id, kept)
  }

  // What a fact uses depends on whose version it is.
  const edges = new Map<string, DependencyEdge>()
  for (const [key, edge] of branch.edges)
    if (!isLeftOut(edge.from) && (!base.edges.has(key) || target.edges.has(key))) edges.set(key, edge)
  for (const [key, edge] of target.edges)
    if (isLeftOut(edge.from) || !base.edges.has(key) || branch.edges.has(key)) edges.set(key, edge)

  const descendants = (side: Side, root: string): Fact[] =>
    [...side.facts.values()].filter((fact) => {
      for (
        let above: Fact | undefined = fact;
        above;
        above = above.parent && side.facts.get(encodeId(above.parent))
      )
        if (encodeId(above.id) === root) return true
      return false
    })
  /** Keeps what the target has, because one side dropped what the other uses. */
  const settle = (user: Fact, used: StableId) => {
    const usedId = encodeId(used)
    const dropped = target.facts.get(usedId)
    if (dropped) {
      note(dropped, 'needed_by_target', user)
      for (const fact of descendants(target, usedId)) facts.set(encodeId(fact.id), fact)
      for (const [key, edge] of target.edges) if (facts.has(encodeId(edge.from))) edges.set(key, edge)
      return
    }
    const userId = encodeId(user.id)
    note(user, 'dropped_by_target', branch.facts.get(usedId))
    for (const fact of descendants(branch, userId)) facts.delete(encodeId(fact.id))
    for (const fact of descendants(target, userId)) facts.set(encodeId(fact.id), fact)
    for (const [key, edge] of edges)
      if (encodeId(edge.from) === userId && !target.edges.has(key)) edges.delete(key)
  }
  const isKnown = (id: string) => branch.facts.has(id) || target.facts.has(id)
  const findDangling = (): [Fact, StableId] | undefined => {
    for (const fact of facts.values())
      if (fact.parent && !facts.has(encodeId(fact.parent))) return [fact, fact.parent]
    for (const { from, to, kind } of edges.values()) {
      const user = facts.get(encodeId(from))
      const usedId = encodeId(to)
      if (kind === 'depends' && user && !facts.has(usedId) && isKnown(usedId)) return [user, to]
    }
    return undefined
  }
  // Each step takes over the target's version of one more object.
  for (let found = findDangling(), left = facts.size + branch.facts.size; found && left > 0; left -= 1) {
    settle(...found)
    found = findDangling()
  }

  return {
    merged: buildFactBase(
      [...facts.values()],
      [...edges.values()].filter(({ from, to }) => facts.has(encodeId(from)) && facts.has(encodeId(to))),
    ),
    conflicts: [...conflicts.values()].sort((a, b) => a.object.localeCompare(b.object)),
  }
}

/** `fact` is the target's version of a conflict. */
function mergeFact(
  was: Fact | undefined,
  ours: Fact | undefined,
  theirs: Fact | undefined,
): { fact: Fact | undefined; isConflict: boolean } {
  const isSame = (one: Fact | undefined, other: Fact | undefined) =>
    one === undefined || other === undefined ? one === other : isEqual(one.payload, other.payload)
  if (isSame(ours, theirs) || isSame(was, ours)) return { fact: theirs, isConflict: false }
  if (isSame(was, theirs)) return { fact: ours, isConflict: false }
  if (!was || !ours || !theirs) return { fact: theirs, isConflict: true }
  const payload = mergePayload(was.payload, ours.payload, theirs.payload)
  return payload ? { fact: { ...theirs, payload }, isConflict: false } : { fact: theirs, isConflict: true }
}

/** Undefined when both sides changed the same property. */
function mergePayload(was: Payload, ours: Payload, theirs: Payload): Payload | undefined {
  const merged: Payload = { ...theirs }
  for (const property of new Set([...Object.keys(was), ...Object.keys(ours), ...Object.keys(theirs)])) {
    if (isEqual(was[property], ours[property]) || isEqual(ours[property], theirs[property])) continue
    if (isEqual(was[property], theirs[property])) merged[property] = ours[property]
    else {
      const labels = property === 'values' ? mergeLabels(was.values, ours.values, theirs.values) : undefined
      if (!labels) return undefined
      merged[property] = labels
    }
  }
  return merged
}

/** The labels of an enumerated type to which both sides added some. Undefined when one of them did something else. */
function mergeLabels(was: PayloadValue, ours: PayloadValue, theirs: PayloadValue): string[] | undefined {
  if (!isLabels(was) || !isLabels(ours) || !isLabels(theirs)) return undefined
  const keepsOrder = (labels: readonly string[]) =>
    isEqual(
      labels.filter((label) => was.includes(label)),
      [...was],
    )
  if (!keepsOrder(ours) || !keepsOrder(theirs)) return undefined
  const merged = [...theirs]
  for (const [place, label] of ours.entries())
    if (!merged.includes(label))
      merged.splice(place === 0 ? 0 : merged.indexOf(ours[place - 1]!) + 1, 0, label)
  return merged
}

const isLabels = (value: PayloadValue): value is string[] =>
  Array.isArray(value) && value.every((label) => typeof label === 'string')

/** The name of an object as a person reads it, such as `column public.orders.note`. */
export function nameOf(id: StableId): string {
  if (id.kind === 'comment' || id.kind === 'securityLabel') return `comment on ${nameOf(id.target)}`
  if (id.kind === 'acl') return `privileges of ${id.grantee} on ${nameOf(id.target)}`
  const parts = id as { schema?: string; table?: string; type?: string; name?: string; args?: string[] }
  const name = [parts.schema, parts.table ?? parts.type, parts.name].filter((part) => part).join('.')
  return `${WORDS[id.kind] ?? id.kind} ${name}${parts.args ? `(${parts.args.join(', ')})` : ''}`
}

const WORDS: Readonly<Record<string, string>> = {
  materializedView: 'materialized view',
  foreignTable: 'foreign table',
  eventTrigger: 'event trigger',
  typeAttribute: 'attribute',
  publicationRel: 'publication of table',
  publicationSchema: 'publication of schema',
  defaultPrivilege: 'default privileges',
  userMapping: 'user mapping',
}
