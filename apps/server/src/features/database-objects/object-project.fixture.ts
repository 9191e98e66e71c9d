import {
  applyObjectChange,
  planObjectChange,
} from '@basalt/contract/database-objects/object-changes.endpoints.ts'
import type { ObjectChange } from '@basalt/contract/database-objects/object-changes.schema.ts'
import type { AnyEndpoint, Output } from '@basalt/contract/endpoint.ts'
import { listOrganizations } from '@basalt/contract/organizations/organizations.endpoints.ts'
import { afterAll, beforeAll, expect } from 'vitest'
import { type DataApiFixture, openDataApi } from '../../test/data-api-fixture.ts'
import { aMember, type Person } from '../../test/people.ts'

/** Names that break SQL which does not quote them. */
export const ODD_NAMES = [
  'plain',
  'With Capitals and spaces',
  'with"quote',
  "with'apostrophe",
  'with.dot',
  'select',
  'snow ☃ and 🐘',
  'n'.repeat(63),
  'back\\slash',
  '$$dollar$$',
  'two\nlines',
]

/** A name as SQL writes it. */
export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

/** A project for the tests of a file, whose objects its owner changes and a read-only member reads. */
export function objectProject(schema = '') {
  let opened: DataApiFixture
  let reader: Person
  beforeAll(async () => {
    opened = await openDataApi(schema)
    const [organization] = (await opened.owner.call(listOrganizations)).body
    reader = await aMember(opened, opened.owner, organization!.slug, { role_id: 'read_only' })
  })
  afterAll(() => opened[Symbol.asyncDispose]())

  /** Any answer. */
  const ask = <E extends AnyEndpoint>(endpoint: E, input: object, person: Person = opened.owner) =>
    person.call(endpoint, { params: { ref: opened.ref }, ...input } as never) as Promise<{
      status: number
      body: Output<E> & {
        code: string
        message: string
        details?: { issues?: { path: string; message: string }[] }
      }
    }>

  /** The body of an answer that must be 200. */
  const well = async <E extends AnyEndpoint>(endpoint: E, input: object, person?: Person) => {
    const { status, body } = await ask(endpoint, input, person)
    expect([status, body]).toMatchObject([200, {}])
    return body
  }

  return {
    /** From `beforeAll` on, as `owner`, `reader` and `ref`. */
    get opened() {
      return opened
    },
    get owner() {
      return opened.owner
    },
    get reader() {
      return reader
    },
    get ref() {
      return opened.ref
    },

    /** Runs SQL as the user's own role. */
    sql: (text: string, values?: unknown[]) => opened.sql(text, values),

    ask,
    well,

    /** One object, by the endpoint that reads its kind. */
    read: <E extends AnyEndpoint>(endpoint: E, oid: number, person?: Person) =>
      well(endpoint, { params: { ref: opened.ref, oid: String(oid) } }, person),

    plan: (body: ObjectChange, person?: Person) => well(planObjectChange, { body }, person),
    apply: (body: ObjectChange, person?: Person) => ask(applyObjectChange, { body }, person),
  }
}
