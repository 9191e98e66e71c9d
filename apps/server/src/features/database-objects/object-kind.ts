import type { ObjectCatalog } from '@basalt/schema-changes/dependents.ts'
import type { DraftProblem } from '@basalt/schema-changes/draft-problems.ts'
import type { ChangeStatement } from '@basalt/schema-changes/statement.ts'
import type { RunText } from '../../platform/project-databases/sql/member-transaction.ts'

/** Why an object cannot be changed here by anyone; null where it can. */
export interface ChangeRefusals {
  readonly edit: string | null
  readonly drop: string | null
  readonly duplicate: string | null
}

/** An object as it is, with what decides who may change it. */
export interface FoundObject<Draft> {
  readonly id: number
  readonly is_owned: boolean
  readonly extension: string | null
  readonly refusals: ChangeRefusals
  readonly draft: Draft
  readonly fingerprint: string
}

/** What has a name, in a schema or in none. */
export interface NamedDraft {
  readonly schema?: string | undefined
  readonly name: string
}

/** What is chosen when an object is dropped. */
export interface DropChoices {
  readonly cascade: boolean
}

/** The part of a list's query that every kind has. */
export interface ListQuery {
  readonly search: string
  readonly sort: string
  readonly order: 'asc' | 'desc'
  readonly limit: number
  readonly cursor?: string | undefined
}

/** Which objects a list has: the schema, the search and the filters of the kind. */
export type WhichObjects<Query extends ListQuery> = Omit<Query, 'sort' | 'order' | 'limit' | 'cursor'>

/** The statements of a list, as `objectLists` of the catalog makes them. */
export interface ListStatements<Query extends ListQuery> {
  page(
    page: WhichObjects<Query> & {
      sort: Query['sort']
      isDescending: boolean
      after: { key: string; oid: number } | undefined
      limit: number
    },
  ): string
  /** Counts up to `max`. */
  count(which: WhichObjects<Query>, max: number): string
}

/** How objects of one kind are read one by one, and changed. */
export interface ChangedKind<
  Draft extends NamedDraft,
  Found extends FoundObject<Draft>,
  Choices extends DropChoices = DropChoices,
> {
  /** For `Type 123 does not exist`. */
  readonly title: string
  readonly catalog: ObjectCatalog
  /** SQL with one row of one column, JSON text of the object, or none. */
  one(oid: number): string
  /** The object from that JSON. */
  read(json: string): Omit<Found, 'fingerprint' | 'refusals'>
  /** Why this object cannot be edited, dropped or duplicated, besides protected schemas and extensions. */
  refusals?(found: Omit<Found, 'fingerprint' | 'refusals'>): Partial<ChangeRefusals>
  /** May members add to tables of protected schemas, as policies and triggers do? */
  readonly isOpenInProtectedSchemas?: true
  /** A draft whose secrets are made into what PostgreSQL keeps of them, before anything is run. */
  seal?(draft: Draft): Promise<Draft>
  problems(draft: Draft, current: Found | undefined): DraftProblem[]
  create(draft: Draft): ChangeStatement[]
  /** `isCascade` matters to an edit that drops the object and creates it again. */
  edit(current: Found, draft: Draft, isCascade: boolean): ChangeStatement[]
  /** Does this edit drop the object and create it again, because PostgreSQL cannot change it in place? */
  recreates?(current: Found, draft: Draft): boolean
  drop(current: Found, choices: Choices): ChangeStatement[]
  /** Builds the object again, as it is. */
  rebuild?(current: Found): ChangeStatement[]
  /** An SQL expression: whether a statement outside a transaction left something unfinished under the name. */
  leftOver?(draft: Draft): string
  /** SQL of what is dropped along; what `pg_depend` has of the object by default. */
  dependents?(current: Found): string
  /** An SQL expression of the oid that a created object has. */
  oidOf(draft: Draft): string
  /** What is wrong with a draft that only the database knows. Runs nothing of the draft. */
  check?(run: RunText, draft: Draft): Promise<DraftProblem[]>
  /** Looks at an object that was created or changed, in the same transaction, and throws what speaks against keeping it. */
  verify?(run: RunText, draft: Draft): Promise<void>
}

/** A kind whose objects are listed. */
export interface ObjectKind<
  Draft extends NamedDraft,
  Found extends FoundObject<Draft>,
  Query extends ListQuery,
  Choices extends DropChoices = DropChoices,
> extends ChangedKind<Draft, Found, Choices> {
  readonly lists: ListStatements<Query>
}
