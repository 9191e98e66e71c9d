import type { ObjectCatalog } from '@basalt/schema-changes/dependents.ts'
import type { DraftProblem } from '@basalt/schema-changes/draft-problems.ts'
import type { ChangeStatement } from '@basalt/schema-changes/statement.ts'

/** An object as it is, with what decides who may change it. */
export interface FoundObject<Draft> {
  readonly id: number
  readonly is_owned: boolean
  readonly extension: string | null
  readonly draft: Draft
  readonly fingerprint: string
}

/** What is in a schema under a name. */
export interface NamedDraft {
  readonly schema: string
  readonly name: string
}

/** How objects of one kind are read and changed. */
export interface ObjectKind<Draft extends NamedDraft, Found extends FoundObject<Draft>> {
  /** For `Type 123 does not exist`. */
  readonly title: string
  readonly catalog: ObjectCatalog
  /** SQL with one row of one column, JSON text of the object, or none. */
  one(oid: number): string
  /** The object from that JSON, without its fingerprint. */
  read(json: string): Omit<Found, 'fingerprint'>
  problems(draft: Draft, current: Found | undefined): DraftProblem[]
  create(draft: Draft): ChangeStatement[]
  edit(current: Found, draft: Draft): ChangeStatement[]
  drop(current: Found, isCascade: boolean): ChangeStatement[]
  /** An SQL expression of the oid that a created object has. */
  oidOf(draft: Draft): string
}
