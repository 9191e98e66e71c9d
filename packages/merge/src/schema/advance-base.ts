import {
  buildFactBase,
  contentHash,
  type DependencyEdge,
  deserializeSnapshot,
  encodeId,
  type Fact,
  type FactBase,
  type Payload,
  serializeSnapshot,
} from '@supabase/pg-delta'
import type { ReadSchema } from './schema-merge.ts'

/**
 * The schema that later merges are compared with, after one side got changes of the other: whatever both sides have in common
 * now is what they begin from, down to single properties of an object. The rest stays as it was at the moment of branching.
 * `base` and the result are as they are stored.
 */
export function advanceBase(base: string, branch: ReadSchema, target: ReadSchema): string {
  const { factBase: stored, pgVersion } = deserializeSnapshot(base)
  const advanced = commonBase(stored, branch.factBase, target.factBase)
  return serializeSnapshot(advanced, { pgVersion, redactSecrets: true })
}

const byId = (facts: FactBase) => new Map(facts.facts().map((fact) => [encodeId(fact.id), fact]))

const edgeKey = ({ from, to, kind }: DependencyEdge) => `${encodeId(from)} ${kind} ${encodeId(to)}`

const byKey = (facts: FactBase) => new Map(facts.edges.map((edge) => [edgeKey(edge), edge]))

function commonBase(base: FactBase, branch: FactBase, target: FactBase): FactBase {
  const [before, ours, theirs] = [byId(base), byId(branch), byId(target)]
  const facts = new Map<string, Fact>()
  for (const id of new Set([...before.keys(), ...ours.keys()])) {
    const fact = commonFact(before.get(id), ours.get(id), theirs.get(id))
    if (fact) facts.set(id, fact)
  }
  // A part of an object that the sides do not have in common is none of the base either.
  for (let size = -1; size !== facts.size; ) {
    size = facts.size
    for (const [id, { parent }] of facts) if (parent && !facts.has(encodeId(parent))) facts.delete(id)
  }
  const [edgesBefore, ourEdges, theirEdges] = [byKey(base), byKey(branch), byKey(target)]
  const edges = new Map([...edgesBefore].filter(([key]) => ourEdges.has(key) || theirEdges.has(key)))
  for (const [key, edge] of ourEdges) if (theirEdges.has(key)) edges.set(key, edge)
  return buildFactBase(
    [...facts.values()],
    [...edges.values()].filter(({ from, to }) => facts.has(encodeId(from)) && facts.has(encodeId(to))),
  )
}

const isEqual = (one: Payload[string], other: Payload[string]) => contentHash(one) === contentHash(other)

function commonFact(
  was: Fact | undefined,
  ours: Fact | undefined,
  theirs: Fact | undefined,
): Fact | undefined {
  if (!ours && !theirs) return undefined
  if (!ours || !theirs) return was
  if (isEqual(ours.payload, theirs.payload)) return theirs
  if (!was) return undefined
  const payload: Payload = { ...was.payload }
  for (const property of new Set([...Object.keys(ours.payload), ...Object.keys(theirs.payload)]))
    if (isEqual(ours.payload[property], theirs.payload[property]))
      payload[property] = theirs.payload[property]
  return { ...was, payload }
}
